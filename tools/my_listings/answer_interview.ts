import { z } from 'zod'
import type { Caller } from '../../auth/caller.ts'
import { Refusal } from '../errors.ts'
import { refusing } from '../faults.ts'
import { introduceEverywhere } from '../founders/beside.ts'
import { id } from '../inputs.ts'
import { slugOf } from '../slug.ts'
import { defineTool, type Context } from '../tool.ts'

export default defineTool({
  name: 'answer_interview',
  title: 'Answer the founder interview',
  description:
    'Saves your replies, your answers to the questions of the founder interview, on your founder ' +
    'profile; other answers stay. An empty answer removes it.',
  scope: 'listings:write',
  http: { method: 'PUT', path: '/me/interview' },
  tag: 'My listings',
  // An empty answer removes the stored one.
  hints: ['destructive', 'idempotent', 'open_world'],
  input: z.strictObject({
    answers: z
      .array(
        z.strictObject({
          question_id: id.describe('From list_interview_questions'),
          answer: z.string().max(4000).describe('Plain text'),
        }),
      )
      .max(30)
      .describe('Only those to change'),
  }),
  output: z.object({
    founder: z.string().describe('Slug of your founder profile'),
    answers: z.array(z.object({ question_id: z.int(), answer: z.string() })).describe('All there are now'),
    shown: z.boolean(),
  }),
  example: { answers: [{ question_id: 1, answer: 'It writes the reminders nobody likes to write.' }] },
  async handler({ answers }, context) {
    const { storage, site, now } = context
    const asked = new Set((await storage.founders.questions()).map((question) => question.id))
    const faults = answers.flatMap(({ question_id }, index) => {
      const isTwice = answers.findIndex((one) => one.question_id === question_id) < index
      const message = !asked.has(question_id)
        ? 'Not a question of list_interview_questions.'
        : isTwice
          ? 'This question is answered twice here.'
          : null
      return message === null
        ? []
        : [{ pointer: `/answers/${index}/question_id`, code: 'unknown_question', message }]
    })
    if (faults.length > 0) throw refusing(faults)
    const founder = await ownFounder(context)
    for (const { question_id, answer } of answers)
      await storage.founders.answer(founder.id, question_id, answer.trim(), now.toISOString())
    const kept = await storage.founders.answered(founder.id)
    return {
      founder: founder.slug,
      answers: kept,
      shown: kept.length > 0 && (await storage.founders.founded(site.id, founder.id)).length > 0,
    }
  },
})

/** The caller's founder profile; created here if the caller has a name but no profile yet. */
async function ownFounder({ storage, caller, now, public_url }: Context<Caller>) {
  const founder = await storage.founders.ofUser(caller.user_id)
  if (founder !== undefined) return founder
  if (caller.name.trim() === '')
    throw new Refusal(
      'no_founder_profile',
      `You have no founder profile yet. Write one at ${public_url}/account/profile, or submit a draft that names you as its first founder.`,
      {
        next_steps: [
          {
            tool: 'list_my_drafts',
            arguments: {},
            why: 'Lists your drafts; a submitted one carries your profile',
          },
        ],
      },
    )
  await storage.founders.add({
    user_id: caller.user_id,
    slug: slugOf(caller.name) ?? 'founder',
    name: caller.name,
    created_at: now.toISOString(),
  })
  await introduceEverywhere(storage, caller.user_id)
  return (await storage.founders.ofUser(caller.user_id))!
}
