import type { DemoPost } from './demo.ts'

export const postsBefore: DemoPost[] = [
  {
    slug: 'a-launch-week-day-by-day',
    title: 'A launch week, day by day',
    excerpt:
      'What happens between Monday at midnight and Sunday evening, and what is worth doing on each of the seven days.',
    author: 'Mirte Aldenkamp',
    tags: ['launching', 'planning'],
    days_ago: 3,
    body_markdown: `A launch week begins on Monday at 00:00 UTC and ends when the next one begins. Everything that goes live in it is ranked by community votes, and when the week closes, the first three receive an award. That is the whole mechanism. Here is what people who enjoyed their week did with it.

## The week before

- Open your listing on a phone, and read it aloud to somebody who does not know the product. Every sentence you explain is a sentence to rewrite.
- Check that the badge is on your homepage in plain HTML. A badge that is drawn by a script after the page has loaded cannot be seen by the check.
- Look at the calendar. In a week with thirty launches you meet more visitors, in a week with six you are easier to find. Both are fine.

## Monday

Your listing is live from the first minute, so do not stay up for it. Write to the twenty people who have helped you, one by one, and tell them what is new. Ask them to look, not to vote. People who look and like it vote by themselves; people who were told to vote feel used.

## Tuesday and Wednesday

Questions arrive. Answer them where they were asked, and add the best ones to the FAQs of your listing on the same day. An edit of a live listing publishes at once, and the old version is kept.

## Thursday

Post an update: one thing you learned or mended this week because of what people said. Followers are told about it. Nothing shows so clearly that somebody is at home.

## Friday to Sunday

Visits get fewer and longer. These are the people who compare. Look at your listing beside its nearest alternative and fill the cells that are empty on your side.

## When it closes

On Monday the result is frozen: most votes first, and between equals the one that launched earlier. Whatever the place, you now have a page with votes, questions, answers and a date, and it stays.`,
    faqs: {
      'Which day has the most visitors?':
        'Usually Monday and Tuesday. The visits that lead to a conversation are spread over the whole week.',
      'Can I move my launch to another week?':
        'A paid launch can choose its week. A free one is queued some weeks ahead and moves on by itself while the badge or the founder profile is missing.',
    },
  },
  {
    slug: 'a-tagline-your-neighbour-understands',
    title: 'A tagline your neighbour understands',
    excerpt:
      'Five small tests for the one line that everybody reads, with taglines that pass and some of our own that did not.',
    author: 'Oddvar Finnskog',
    tags: ['writing', 'listings'],
    days_ago: 17,
    body_markdown: `The tagline is the only part of a listing that everyone reads. It stands in search results, in the weekly list and in the answer of every assistant that looks you up. It has two hundred characters at most, and the best ones need forty.

## Five tests

1. **The neighbour.** Say it over the fence. If the next words are “so, what does it do?”, it is not finished.
2. **The other product.** Could a competitor use the same line? Then it describes your category and not you.
3. **The picture.** Can one see something? *A till for market stalls that works without a signal* shows a market hall, a queue and a phone. *Next-generation retail enablement* shows a slide.
4. **The number.** If there is a number, is it true, and is it yours? “Ten times faster” is neither until somebody can repeat it.
5. **The silence.** Take out one adjective after another. Stop when it hurts.

## Say who, or say when

Two forms work surprisingly often. One names the person: *Minutes for clubs whose members have better things to do*. The other names the moment: *A text message before your blossoms freeze*. In both, readers find out at once whether it is for them, which is what a tagline is for.

## What we threw away

Our own drafts for this very site were, in this order: “Discover what’s next”, “The home of makers”, and “Where products begin”. All three could stand on a bakery. What stayed says what one can do here.

## Before you save

Read the tagline together with the name, because that is how it appears. If the name already says it, let the tagline say the next thing.`,
    faqs: {
      'May the tagline be a joke?':
        'If the joke explains the product, yes. If one has to know the product to understand the joke, no.',
      'Should I put keywords into it?':
        'No need. There is a field for keywords, and search reads it along with the name and the description.',
    },
  },
  {
    slug: 'who-made-this',
    title: 'Who made this? A founder profile people believe',
    excerpt:
      'Name, title, eighty characters and one link: the smallest profile that works, and how to write it without blushing.',
    author: 'Mirte Aldenkamp',
    tags: ['founders', 'writing'],
    days_ago: 38,
    body_markdown: `Before people try a small product, they look for the person behind it. They are not checking a career. They want to know one thing: does somebody answer when it breaks?

## What a complete profile has

A free listing goes live when the badge is found and the founder profile is complete. Complete means:

- your **name**,
- your **title**, which may be as plain as “Founder” or “Bookkeeper and founder”,
- a **bio** of at least 80 characters,
- **one link** to a place where you can be found.

## Three sentences that are enough

Most people freeze in front of the bio, so here is a form to fill.

> *What I did before* that has to do with this. *The moment* it annoyed me enough. *What I still do* that keeps me close to it.

For example: *Ran a café for nine years and made the rota on Sunday nights with a pencil and regret. Still works the Saturday breakfast, so that she keeps hearing what is wrong with it.* That is less than two hundred characters, and one would like to meet her.

## What to leave out

- Awards nobody outside the trade has heard of.
- The word “passionate”. Everybody is; show it by a detail.
- Anything you would not say at a table with people who know you.

## More than one founder

Up to six people can stand on a listing, the first one being the primary founder. You can invite the others by mail, so that each writes their own part. It sounds different, and readers notice.

## The interview

There are ten interview questions. You need not answer all of them. Two honest answers, with a scene and a number in them, are read more often than ten polite ones.`,
    faqs: {
      'Do I have to show my face?': 'No. A picture helps, and a good sentence helps more.',
      'Can I use the same profile for two products?':
        'Yes. A founder has one profile, and it lists all companies of that person on the service.',
    },
  },
]
