import type { DemoStory } from './demo.ts'

/** Founder stories of listings that have the section unlocked. */
export const stories: DemoStory[] = [
  {
    listing: 'patient-heron',
    story: {
      title: 'Six years of polite phone calls',
      story:
        'I translated manuals for espresso machines, and I was good at it. What I was not good at was asking for the money. I would open the file of unpaid invoices on Monday, feel ill, and close it on Friday. One winter eleven customers owed me four months of rent, and not one of them was a bad person.',
      why_started:
        'I wrote three mails, a friendly one, a plain one and a firm one, and promised myself to send them on the 5th, the 15th and the 25th without thinking. Within a month nine of the eleven had paid. Two thanked me for the reminder.',
      problem:
        'Small firms do not lose money because customers refuse to pay. They lose it because asking is unpleasant, so it happens late, in a bad mood, or not at all.',
      challenges:
        'The worst day was when we reminded a woman who had paid that morning. We turned everything off for a week. Since then nothing goes out before the bank file has been read.',
      lessons:
        'People do not want a robot to be stern for them. They want to decide once, calmly, what they would say, and then not have to say it again.',
      whats_next: 'Letters on paper, for the customers who answer to nothing else, and reminders in Dutch.',
    },
  },
  {
    listing: 'teapot-rota',
    story: {
      title: 'The rota that fell behind the fridge',
      story:
        'For nine years I made the plan on Sunday night with a pencil, a rubber and a glass of something. It went up on the fridge on Monday. By Wednesday it had four colours of ink on it, and one Friday it fell down behind the fridge and nobody came to work. We made forty breakfasts with two people. That evening I measured the fridge door.',
      why_started:
        'Every program I tried wanted my staff to install something. My staff are sixteen, or seventy, or about to leave for Australia. They read a piece of paper and they read text messages, and that had to be enough.',
      journey:
        'A regular who wrote software for trains built the first version for a year of free scones. He has had the scones twice over by now.',
      achievements:
        'Nine hundred kitchens print their week with us. The page has been redrawn thirty-one times and is still one page.',
      lessons: 'If it cannot be read from the hob, it is not a plan.',
      whats_next: 'Hotels keep asking. They have more than one fridge, so we are thinking about it slowly.',
    },
  },
  {
    listing: 'puestito',
    story: {
      title: 'Twelve seconds in the queue',
      story:
        'My grandmother’s stall sells chapulines, chillies and tamarind, and on Saturdays the queue goes around the corner. I stood there with a notebook and counted. A sale took twelve seconds. Every till I found took thirty, and needed a signal that ends at the door.',
      problem:
        'A stall does not know what it earned until it counts the tin, and the tin has also paid for the bus, the bags and a cousin’s lunch. You work all week and do not know which day was worth it.',
      challenges:
        'Two phones under one roof, no network, one stock of tamarind. We spent eight months on how they tell each other, and my grandmother found the mistake in it in one morning.',
      lessons: 'Test with the person who has been doing it for fifty years, and keep quiet while she does.',
      whats_next: 'Wholesale prices at four in the morning, so that buying is as calm as selling.',
    },
  },
  {
    listing: 'frostpost',
    story: {
      title: 'Minus two, forty metres from plus one',
      why_started:
        'The official station stands on the roof of the town hall, in the warm breath of the whole town. That night it said plus one. In my lower terrace it was minus two and a half, and in the morning the blossoms were brown inside. My neighbour lit his candles at three because his knee hurt. His knee was right.',
      story:
        'I bought four cheap sensors and put them where the fog lies in autumn, because cold goes where fog goes. They disagreed with each other by four degrees. That was the whole discovery: an orchard does not have a temperature, it has a map.',
      challenges:
        'The first casings let in the sprayer, the second the ants, and the third were eaten by a dog called Burli, who is well.',
      achievements:
        'In the last cold April our growers lit candles on eleven hectares and saved the harvest of ninety.',
      lessons:
        'A warning that comes too often is switched off. We would rather be silent ten nights and right on the eleventh.',
      whats_next: 'Wind machines that start by themselves, and sensors in pear and almond.',
    },
  },
  {
    listing: 'flaky-friday',
    story: {
      title: 'The test that feared Fridays',
      story:
        'In my last job there was a test that failed on Friday afternoons. We ran it again until it was green, for two years. When I finally sat down with it, the reason took me four days: a report counted “working days until Monday”, and after three o’clock in Leipzig it was already Saturday in the place where the build ran. The test was right. For two years our customers had received a wrong date every Friday.',
      why_started:
        'I wanted a machine that would do those four days for me at night: change one thing, run it two hundred times, and tell me which thing it was.',
      lessons:
        'Most unreliable tests are not badly written. They are the only honest witnesses of something nobody has looked at.',
      whats_next: 'Finding tests that never fail at all, whatever one breaks. They are the other half.',
    },
  },
  {
    listing: 'calm-harbour',
    story: {
      title: 'What to say in a storm',
      story:
        'I was the voice on the loudspeaker of a ferry terminal. In the great storm we had nine hundred people in a hall, and for two hours my orders were to say nothing until we knew something. It became loud. Then I took the microphone and said: “I do not know yet. I will tell you at twenty past.” It became quiet. At twenty past I still did not know, and I said so. They bought coffee.',
      problem:
        'Companies think that customers want to hear that it is fixed. Customers want to know whether to wait, go home or call somebody, and until when.',
      journey:
        'Bashir read a talk of mine and wrote that he could make that page weigh nothing. We tested it from a tent with one bar of signal, in rain, which in Denmark is easily arranged.',
      challenges:
        'Once our own page was down for nine minutes. We wrote at minute two, at minute five and at minute nine. It was the best advertisement we ever had, and we would rather not repeat it.',
      achievements:
        'More than two thousand pages, eleven languages, and the number of “we are investigating” per outage is down to one.',
      lessons: 'Say when you will speak again, and then speak.',
      whats_next: 'Sign language videos for the ten sentences that every outage needs.',
    },
  },
  {
    listing: 'small-migrations',
    story: {
      title: 'Two hundred thousand teachers',
      why_started:
        'At eleven on a payday I added a column to the table of salaries. It should have taken a second. It waited behind a report, and everything else waited behind it, for forty minutes. In those minutes nobody in the state could see whether they had been paid, and my mother, who is a teacher, called me to ask.',
      story:
        'Afterwards I wrote down on paper what I should have done: small steps, each of which can be stopped. The paper became a checklist, the checklist a script, and the script was copied by three other departments before I had given it a name.',
      lessons: 'Do not ask whether a change is safe. Ask where you can stop it.',
      achievements:
        'Forty-one thousand runs so far, the largest on a table of six billion rows, and no lost row.',
      whats_next: 'A way to rehearse a year of changes in one night.',
    },
  },
  {
    listing: 'last-ferry',
    story: {
      title: 'The telephone in the harbour office',
      story:
        'We lived above the harbour office, and I knew by its ring whether the boat was coming. Short, short, long: wind. In summer people stood on the quay with their bags for hours because nobody had told them, and my mother carried down chairs. I studied statistics, came home, and put the telephone into a phone.',
      problem:
        'Timetables say when a boat should leave. On an island you need to know whether it will, and whether you can still reach it on foot.',
      challenges:
        'No harbour office wanted to type anything into anything. So we did not ask them to. They shout, as always, and one person on each island listens.',
      achievements:
        'Last summer 61,000 people made their boat. Nine hundred did not, and all but four had a room that night.',
      lessons: 'The best sensor on an island is somebody who drinks coffee facing the sea.',
      whats_next: 'Winter boats, which are fewer and matter more.',
    },
  },
  {
    listing: 'rampa',
    story: {
      title: 'Nineteen per cent',
      story:
        'The map of the city called the way to the clinic accessible. There was a ramp, that is true. I measured it afterwards: nineteen per cent, which is a wall with good intentions. I rolled backwards into a flower stall, bought a bunch of carnations and started a list.',
      why_started:
        'I am a civil engineer. I had drawn ramps myself, sitting at a desk. It is another thing to meet one.',
      journey:
        'At first we were four friends with a spirit level taped to an armrest. Then someone noticed that a phone on the armrest feels everything: the slope, the cobbles, the kerb, how long you wait.',
      challenges:
        'Lifts on the hillside are mended and break again within a day. No survey can keep up, but a neighbour with a coffee can.',
      achievements:
        'Eleven paid jobs for people who had been told there were none for them, and sixty-two ramps rebuilt after we published the numbers.',
      lessons: 'Ask the person who has to use it, and pay her for the answer.',
      whats_next: 'A kit, so that other cities can measure themselves without waiting for us.',
    },
  },
]
