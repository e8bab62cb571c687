import type { DemoReview } from './demo.ts'

export const reviews: DemoReview[] = [
  {
    listing: 'patient-heron',
    rating: 5,
    body: 'I have stopped dreading the 15th of the month. My customers think I have hired somebody.',
  },
  {
    listing: 'patient-heron',
    rating: 5,
    body: 'Two old invoices were paid in the first week. I had given up on both.',
  },
  {
    listing: 'patient-heron',
    rating: 4,
    body: 'Does one thing and does it kindly. I would like it to read my bank directly, without the file.',
  },
  {
    listing: 'teapot-rota',
    rating: 5,
    body: 'One page, on the fridge, in big letters. My chef has asked me never to change anything again.',
  },
  {
    listing: 'teapot-rota',
    rating: 4,
    body: 'Swapping by message works. It does not know that Dermot and Sinéad cannot work together, but neither did I.',
  },
  {
    listing: 'fauteuil-libre',
    rating: 5,
    body: 'Eleven gaps filled in the first month, for eleven euros. I paid less for that than for the coffee.',
  },
  {
    listing: 'fauteuil-libre',
    rating: 3,
    body: 'Good, but for a salon with two people the waiting list is short in August.',
  },
  {
    listing: 'puestito',
    rating: 5,
    body: 'It worked a whole Sunday without a signal and the count was right to the peso.',
  },
  {
    listing: 'puestito',
    rating: 4,
    body: 'The pictures are quick. Adding a new fruit takes me a little too long.',
  },
  {
    listing: 'frostpost',
    rating: 5,
    body: 'It woke me at ten to three. The station on the hill said plus two. My thermometer said otherwise.',
  },
  {
    listing: 'frostpost',
    rating: 5,
    body: 'Third season on the same batteries. The names of the rows save me running about in the dark.',
  },
  { listing: 'cebelnik', rating: 5, body: 'I talk to the bees anyway. Now somebody takes notes.' },
  { listing: 'cebelnik', rating: 4, body: 'Understands me nearly always, my father about half the time.' },
  {
    listing: 'gate-left-open',
    rating: 5,
    body: 'The sign does more than the alarm. People shut gates when they are asked nicely.',
  },
  {
    listing: 'flaky-friday',
    rating: 5,
    body: 'Nine tests, exactly as they said. One of them turned out to be a real error in production.',
  },
  { listing: 'flaky-friday', rating: 4, body: 'Needs a free machine at night, then it is wonderful.' },
  {
    listing: 'night-porter',
    rating: 5,
    body: 'Found a backup that had been saving an empty folder since spring.',
  },
  {
    listing: 'night-porter',
    rating: 5,
    body: 'Six megabytes and it has been running for two years. I forget it is there until it is right.',
  },
  {
    listing: 'little-grumble',
    rating: 4,
    body: 'We fixed three things in a week that nobody had ever reported in words.',
  },
  {
    listing: 'little-grumble',
    rating: 2,
    body: 'Nice idea, but our users are lawyers and grumble in full letters.',
  },
  {
    listing: 'calm-harbour',
    rating: 5,
    body: 'During our worst hour the support line was quiet. That had never happened before.',
  },
  {
    listing: 'calm-harbour',
    rating: 5,
    body: 'The nagging every twenty minutes is annoying and exactly right.',
  },
  {
    listing: 'calm-harbour',
    rating: 4,
    body: 'I wish it could post to our intranet as well. Apart from that, calm.',
  },
  {
    listing: 'skatertyna',
    rating: 5,
    body: 'Our pharmacist corrects the catalogue herself now, and I sleep.',
  },
  {
    listing: 'small-migrations',
    rating: 5,
    body: 'I pressed stop out of curiosity, in the middle of the day. It stopped. Nobody noticed.',
  },
  {
    listing: 'small-migrations',
    rating: 4,
    body: 'The plans are the best documentation of our tables that we have.',
  },
  {
    listing: 'csv-carwash',
    rating: 4,
    body: 'It told me column F contains dates, prices and one apology. All true.',
  },
  {
    listing: 'pill-pebble',
    rating: 5,
    body: 'My mother calls it the stone and has not missed an evening since March.',
  },
  {
    listing: 'carers-kettle',
    rating: 5,
    body: 'Four siblings, one page a day, no more arguments about who was told what.',
  },
  {
    listing: 'stairs-again',
    rating: 5,
    body: 'Twenty-two steps. I counted them out loud and my neighbour clapped.',
  },
  {
    listing: 'stairs-again',
    rating: 4,
    body: 'The drawings are clear even without my glasses. Week four is harder than it says.',
  },
  {
    listing: 'leftover-court',
    rating: 5,
    body: 'Acquitted the dal, convicted the yoghurt. Dinner was excellent.',
  },
  {
    listing: 'borrowed-ladder',
    rating: 5,
    body: 'I have lived here for nine years and now know eleven more people, and where the trailer is.',
  },
  {
    listing: 'last-ferry',
    rating: 5,
    body: 'It said “leave now” while I was still swimming. I made it, wet.',
  },
  {
    listing: 'last-ferry',
    rating: 5,
    body: 'Knew about the wind on Thursday evening. The company told us on Friday on the quay.',
  },
  {
    listing: 'last-ferry',
    rating: 4,
    body: 'Very good for the Cyclades. I am waiting for the north Aegean.',
  },
  {
    listing: 'slow-platform',
    rating: 5,
    body: 'Three hours in a town I had only ever seen from the window, and the best soup of the journey.',
  },
  {
    listing: 'rampa',
    rating: 5,
    body: 'The first map that knows my arms. I go to the library on my own now.',
  },
  { listing: 'rampa', rating: 5, body: 'I use it with twins in a pram. Thank you for including us.' },
  {
    listing: 'tegami-no-ki',
    rating: 5,
    body: 'I have a friend who makes tofu. I did not expect that from a language course.',
  },
  {
    listing: 'verbo-lento',
    rating: 4,
    body: 'After six scenes I bought cheese without pointing. The fish stall is still too fast for me.',
  },
  {
    listing: 'choir-crumbs',
    rating: 5,
    body: 'The altos finally know bar 34. I had not thought I would live to hear it.',
  },
  {
    listing: 'tuning-fjord',
    rating: 4,
    body: 'Five hours, one cake, no broken string. It sounds like a piano again.',
  },
  {
    listing: 'chalkboard-radio',
    rating: 5,
    body: 'My class did their lessons during the flood. Their grandmothers did too.',
  },
  {
    listing: 'estante',
    rating: 5,
    body: 'Tuesday and Saturday have stopped arguing. Even the key is in the catalogue now.',
  },
  {
    listing: 'susu-ledger',
    rating: 5,
    body: 'Nobody has asked me to open the book for months, because everybody has it.',
  },
  {
    listing: 'five-past',
    rating: 4,
    body: 'The report was half written before we had stopped arguing. Nobody’s name is in it, which helped.',
  },
]
