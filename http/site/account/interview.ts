// The founder interview: every question with its answer, if any. Answers are shown on the founder's page.
import listInterviewQuestions from '../../../tools/founders/list_interview_questions.ts'
import answerInterview from '../../../tools/my_listings/answer_interview.ts'
import { field, sealedForm } from '../forms.ts'
import { html } from '../html.ts'
import { counted } from '../parts.ts'
import { ownPage } from '../private_page.ts'
import type { OwnVisit } from '../visit.ts'
import { refusalNote } from './refused.ts'

const path = '/account/interview'

export const interview = ownPage({
  path,
  longest_form: 262_144,
  load: show,
  render({ questions, founder }, { session, url, refused, form }) {
    const given = questions.filter(({ answer }) => answer !== '').length
    return {
      title: 'Interview',
      body: html`<div class="narrow stack">
        <h1>
          ${given === 0 ? 'Tell people how it came about' : `${given} of ${counted(questions.length, 'question')} answered`}
        </h1>
        <p class="lead">
          Your answers appear on
          ${founder === undefined ? 'your founder page' : html`<a href="/founders/${founder.slug}">your founder page</a>`}.
          Answer as many as you like; the rest are left out.
        </p>
        ${url.searchParams.has('saved') && html`<p class="note ok" role="status">Saved.</p>`}
        ${
          refused !== null &&
          html`${refusalNote(refused)}
          ${refused.code === 'no_founder_profile' && html`<p><a class="button" href="/account/profile">Write your profile first</a></p>`}`
        }
        ${
          questions.length === 0
            ? html`<p class="empty">There are no questions at the moment.</p>`
            : sealedForm(
                session,
                path,
                html`${questions.map(({ id, question, hint, answer }) =>
                    field({
                      ...{
                        name: `answer_${id}`,
                        label: question,
                        hint: hint ?? undefined,
                        max: 4000,
                        rows: 5,
                      },
                      value: form.get(`answer_${id}`) ?? answer,
                    }),
                  )} <button class="big">Save</button>`,
              )
        }
      </div>`,
    }
  },
  forms: {
    async [path](visit) {
      const { form, call } = visit
      const { questions } = await show(visit)
      const changed = questions.flatMap(({ id, answer: before }) => {
        const answer = (form.get(`answer_${id}`) ?? before).trim()
        return answer === before ? [] : [{ question_id: id, answer }]
      })
      // One call takes 30 answers at most.
      for (let at = 0; at < changed.length; at += 30)
        await call(answerInterview, { answers: changed.slice(at, at + 30) })
      return `${path}?saved`
    },
  },
})

async function show({ call, storage, session }: OwnVisit) {
  const { items } = await call(listInterviewQuestions, {})
  const founder = await storage.founders.ofUser(session.user.id)
  const answers = founder === undefined ? [] : await storage.founders.answered(founder.id)
  const answered = new Map(answers.map(({ question_id, answer }) => [question_id, answer]))
  return {
    questions: items.map((one) => ({ ...one, answer: answered.get(one.id) ?? '' })),
    founder,
  }
}
