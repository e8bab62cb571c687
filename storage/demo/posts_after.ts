import type { DemoPost } from './demo.ts'

export const postsAfter: DemoPost[] = [
  {
    slug: 'the-week-after',
    title: 'The week after your launch',
    excerpt:
      'The votes are counted and the visitors have gone home. Seven quiet jobs for the days in which a launch turns into a product.',
    author: 'Oddvar Finnskog',
    tags: ['launching', 'growth'],
    days_ago: 55,
    body_markdown: `On the Monday after, the curve falls. That is not a verdict; it is what a week looks like when it is over. What you do in the next seven days decides how much of it stays.

## Seven quiet jobs

1. **Thank by name.** Write to everyone who asked a question or reported something. One line is plenty.
2. **Mend one thing.** The one you heard three times. Post an update when it is done, and say who found it.
3. **Read the searches.** Which words did people use when they described you? Put those into your keywords. They are rarely the ones you had chosen.
4. **Finish the empty cells.** Open the comparison with your nearest alternative. Every fact you have not stated is an empty cell.
5. **Approve alternatives.** Name two or three products a visitor should also look at. It costs you less than you fear, and it is remembered.
6. **Ask for one review.** From the person who wrote the longest message. Do not send a text to copy.
7. **Write down the numbers.** Visits, votes, followers, and how many came back a second time. In three months you will want to compare.

## What not to do

Do not relaunch next week under a new name. Do not buy votes from anybody who offers them; each vote here belongs to a signed-in person, and they cannot be made by programs. And do not apologise for the place you got. A product on place nine with forty followers has forty people who want to hear from it.

## A month later

Look again at the list of the week you launched in. Visitors do. Products that have posted two updates since then look alive next to those that have not, and it took an hour.`,
    faqs: {
      'Do votes after the launch week count?':
        'Not for the result of the week, which is frozen. They count for the listing’s total and for the trending and all-time lists.',
      'How often should I post an update?':
        'When something changed for the people who use it. For most products that is once or twice a month.',
    },
  },
  {
    slug: 'the-first-bad-review',
    title: 'Your first bad review',
    excerpt:
      'It hurts, it is usually half right, and hundreds of people will read what you do next. A small plan for the first day.',
    author: 'Mirte Aldenkamp',
    tags: ['reviews', 'customers'],
    days_ago: 83,
    body_markdown: `Sooner or later somebody gives you two stars. The review is read by people who are about to decide, and they are less interested in the complaint than in what you make of it.

## The first hour

Do nothing. Read it twice, the second time aloud and in a friendly voice. Many bad reviews turn out to be a question that nobody answered.

## Find the half that is right

Write two columns on paper. On the left, what the person experienced; that is a fact, whatever the cause. On the right, what they concluded from it. You may disagree with the right column. Never argue with the left one.

| They wrote | What happened | What you can say |
|---|---|---|
| “Broken since Tuesday” | An import failed for 14 people | It failed; it is mended; here is how to run it again |
| “Not for lawyers” | They need more than one line of text | True today, and on no list yet |
| “Support ignores me” | The mail went to the wrong address | The right address, and an apology |

## Four sentences

An answer needs four sentences. *Thank you for writing this down. You are right that … . We have … / we will not … because … . If you try it again, write to me at … .* The third is the important one: say what you did, or say plainly that you will not do it. “We take all feedback seriously” is read as “no”.

## Then change the listing

If one person misunderstood what the product is for, ten others did and left without a word. Change the description so that the next reader knows before they try. A sentence like *This is not for teams of more than fifty* loses you nobody you could have kept.

## And when it is unfair?

Sometimes it is. Answer once, calmly, with facts, and let it stand. A page with nothing but five stars makes careful people suspicious anyway.`,
    faqs: {
      'Can I have a review removed?':
        'Only when it is not a genuine review: spam, abuse, or somebody who never used the product. Being harsh is no reason.',
      'Should I ask happy customers to write more reviews?':
        'One at a time, and only people you are talking to anyway. A wave of praise on one day looks like what it is.',
    },
  },
  {
    slug: 'let-an-assistant-prepare-your-listing',
    title: 'Let an assistant prepare your listing, then read every line',
    excerpt:
      'What to hand over to an agent, what to keep, and why a blank field is better than a good guess.',
    author: 'Oddvar Finnskog',
    tags: ['agents', 'listings'],
    days_ago: 120,
    body_markdown: `Everything on this site can be done by a program on your behalf, except two things: voting and paying. Many makers let an assistant prepare their listing. It saves an evening, if one does it with a little care.

## What to hand over

- **The first draft.** Give it the address of your website. The draft is made from what stands there, and each value carries the sentence it was taken from.
- **The tidy work.** Categories, keywords, social links, the length of things.
- **The question “what is missing?”** A draft knows how complete it is and names what it still needs.

## What to keep

- The tagline. You know who it is for.
- The story. A story written by somebody who was not there sounds like it.
- The last look. Nothing is published before the draft is turned into a listing and a plan is chosen.

## Read the evidence

Next to every value stands a quote from your site. Read them in this order: price, country, founding year, names. These are the ones in which a small mistake is awkward. If a quote does not say what the field says, correct the field, or better, correct the website, since others read it too.

## Blank is an answer

If your site does not say when you started, the field stays blank and is marked as not found. Resist the wish to let something plausible stand there. Readers see which facts are missing and think little of it. What they do not forgive is a wrong one.

## Lock what you like

When you are happy with a field, lock it. From then on a new draft of the page will leave it alone, and you can go on working on the rest.

## A good first request

> Prepare a listing for our website. Show me the values that have no evidence, and suggest three taglines. Do not publish anything.

The last sentence is not needed, strictly speaking. It is still a good habit.`,
    faqs: {
      'Can an assistant vote for my product?':
        'No. Votes come only from people on the site, and no tool exists for it.',
      'Who can see what was changed, and by whom?':
        'You can. Each edit is kept with its time and with the client that made it.',
    },
  },
]
