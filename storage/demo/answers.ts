import type { DemoAnswer } from './demo.ts'

/** Answers to the interview questions that every database begins with, by their id. */
export const answers: DemoAnswer[] = [
  {
    founder: 'ines-caldeira',
    question_id: 1,
    answer: 'It asks your customers for the money they owe you, nicely, so that you do not have to.',
  },
  {
    founder: 'ines-caldeira',
    question_id: 4,
    answer:
      'A screen with forty settings for the tone of a reminder. Nobody touched it. People want to write three mails and never see them again.',
  },
  {
    founder: 'ines-caldeira',
    question_id: 6,
    answer:
      'Nine or nineteen euros a month. We have never taken a share of what we bring in; that would make us a debt collector.',
  },
  {
    founder: 'signe-elmholt',
    question_id: 2,
    answer: 'When nine hundred people in a ferry hall went quiet because I had said “I do not know yet”.',
  },
  {
    founder: 'signe-elmholt',
    question_id: 8,
    answer:
      'That a status page is for engineers. It is for the person whose parcel, salary or train depends on us and who has no idea what a database is.',
  },
  {
    founder: 'signe-elmholt',
    question_id: 10,
    answer:
      'Videos in sign language. If you sign professionally in any language and like short sentences, please write to me.',
  },
  {
    founder: 'eleni-voutsina',
    question_id: 3,
    answer:
      'A German couple with two suitcases and a tortoise, on the quay of Kýthnos, in September. They had been waiting since noon. I sat down with them and we drew the first screen on a paper tablecloth.',
  },
  {
    founder: 'eleni-voutsina',
    question_id: 9,
    answer:
      'Coffee at six facing the sea, which is work. Then the thirty-one telephones. In the afternoon I write code until somebody shouts.',
  },
  {
    founder: 'yesenia-cardona-rios',
    question_id: 5,
    answer:
      'Finding out from the shaking of a phone whether the ground is tile, asphalt or cobbles. We rolled 2,300 kilometres to teach it, and I know every bakery on the way.',
  },
  {
    founder: 'yesenia-cardona-rios',
    question_id: 7,
    answer:
      'I would have paid the first members from the first day. We thought of it as volunteering; it was measuring, and measuring is a job.',
  },
  {
    founder: 'leopold-strasser',
    question_id: 6,
    answer:
      'With sensors, like any farm shop: you buy them once. The messages cost us nine euros a season per orchard, and we charge thirty-six because someone must be awake.',
  },
  {
    founder: 'leopold-strasser',
    question_id: 9,
    answer:
      'From March to May there are no normal days, only nights. In summer I am a farmer who solders, and in winter the other way round.',
  },
  {
    founder: 'haruka-mizuochi',
    question_id: 1,
    answer: 'You get a letter from somebody who would like to know you, and we help you to answer it.',
  },
  {
    founder: 'haruka-mizuochi',
    question_id: 7,
    answer:
      'I began with a test of everybody’s level. It frightened half of them away. Now everybody begins with a letter of twelve words.',
  },
  {
    founder: 'wanjiru-koech',
    question_id: 3,
    answer: 'My father, who did not believe the bottle, and our neighbour, who did not believe my father.',
  },
  {
    founder: 'akosua-bediako',
    question_id: 8,
    answer:
      'People think that we hold the money. We have never touched a pesewa. We only remember, and let everybody see that we remember.',
  },
  {
    founder: 'priya-athwal',
    question_id: 2,
    answer: 'The night I opened a backup that had run perfectly for a year and contained nothing at all.',
  },
  {
    founder: 'tadej-kos-merlak',
    question_id: 5,
    answer:
      'Hearing a person over forty thousand bees, on a phone, without a network. The answer was to listen to the bees first and subtract them.',
  },
]
