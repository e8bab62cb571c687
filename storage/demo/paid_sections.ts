import type { DemoMedium, DemoMilestone } from './demo.ts'

/** Milestones by listing, for those that have the section unlocked. A page is a path on the company's own site. */
export const milestones: Record<string, DemoMilestone[]> = {
  'patient-heron': [
    { title: 'The first reminder that was not typed by hand', description: null, days_ago: 1720 },
    {
      title: 'One thousand paying customers',
      description: 'The thousandth was a lighthouse painter, who is owed money by three countries.',
      days_ago: 610,
      page: 'news/thousand',
    },
    {
      title: 'Paid eleven days sooner',
      description: 'Measured over 40,000 invoices, half of them with reminders and half without.',
      days_ago: 95,
    },
  ],
  'teapot-rota': [
    {
      title: 'The plan fits on one page, at last',
      description: 'Version nineteen of the drawing.',
      days_ago: 2100,
    },
    { title: 'Five hundred kitchens', description: null, days_ago: 700 },
    {
      title: 'Swaps by text message',
      description: 'Staff swap shifts without anybody making a phone call in the middle of lunch.',
      days_ago: 340,
    },
  ],
  'fauteuil-libre': [
    {
      title: 'The first gap was filled',
      description: 'At 15:10, by a notary with a fringe.',
      days_ago: 1800,
    },
    {
      title: 'One hundred thousand chairs',
      description: 'Counted only when somebody really sat down.',
      days_ago: 160,
      page: 'cent-mille',
    },
  ],
  frostpost: [
    { title: 'Four sensors, four opinions', description: 'The night that started it all.', days_ago: 2900 },
    {
      title: 'A casing that survives the sprayer',
      description: 'And ants, hail and one particular dog.',
      days_ago: 1500,
    },
    {
      title: 'Ninety hectares saved in one night',
      description: 'Eleven hectares were heated, in the right rows and at the right hour.',
      days_ago: 215,
      page: 'nacht',
    },
  ],
  'calm-harbour': [
    {
      title: 'The page weighs less than a photograph',
      description: '38 kilobytes with everything on it.',
      days_ago: 1750,
    },
    { title: 'Eleven languages, written by people', description: null, days_ago: 820 },
    {
      title: 'Our own nine minutes',
      description: 'We were down and said so three times. The report is public.',
      days_ago: 400,
      page: 'nine-minutes',
    },
    { title: 'Two thousand pages', description: null, days_ago: 60 },
  ],
  'five-past': [
    {
      title: 'The first outage written down as it happened',
      description: 'Ours, unfortunately. The timeline was good.',
      days_ago: 480,
    },
    { title: 'Reports without names by default', description: null, days_ago: 130 },
  ],
  'small-migrations': [
    { title: 'The paper checklist becomes a script', description: null, days_ago: 2600 },
    {
      title: 'Ten thousand runs and no lost row',
      description: 'Every run counts before and after and publishes both numbers.',
      days_ago: 980,
    },
    {
      title: 'Six billion rows in one table',
      description: 'It took nine days and nobody noticed.',
      days_ago: 290,
    },
  ],
  'last-ferry': [
    { title: 'Syros, one island', description: 'Kept by a waiter who faces the sea.', days_ago: 1400 },
    {
      title: 'Thirty-one islands have a keeper',
      description: 'The last one to join was Anáfi, by post.',
      days_ago: 420,
      page: 'keepers',
    },
  ],
  rampa: [
    { title: 'A spirit level on an armrest', description: null, days_ago: 2500 },
    {
      title: 'Measuring becomes a paid job',
      description: 'Eleven members are employed, each for their own district.',
      days_ago: 900,
    },
    {
      title: 'Sixty-two ramps rebuilt',
      description: 'The city now asks for our numbers before it pours concrete.',
      days_ago: 120,
      page: 'rampas',
    },
  ],
}

/** Media by listing, for those that have the section unlocked. A file lies on the company's own site. */
export const media: Record<string, DemoMedium[]> = {
  'patient-heron': [
    { kind: 'image', file: 'press/three-reminders.png', caption: 'The three steps, each in your own words' },
    { kind: 'image', file: 'press/morning.png', caption: 'What came in over night' },
    {
      kind: 'video',
      file: 'film/ninety-seconds.mp4',
      caption: 'From invoice to thank-you in ninety seconds',
    },
  ],
  'fauteuil-libre': [
    { kind: 'image', file: 'presse/salon.jpg', caption: 'The list beside the paper diary' },
    { kind: 'image', file: 'presse/message.png', caption: 'The message a customer gets' },
  ],
  frostpost: [
    { kind: 'image', file: 'presse/sensor.jpg', caption: 'A sensor in the lower terrace, in fog' },
    { kind: 'image', file: 'presse/karte.png', caption: 'Rows in danger at a quarter to four' },
    { kind: 'video', file: 'film/kerzen.mp4', caption: 'Candles between the apricot trees' },
  ],
  'flaky-friday': [
    { kind: 'image', file: 'press/one-condition.png', caption: 'One test, two hundred runs, one condition' },
    { kind: 'image', file: 'press/calendar.png', caption: 'Failures by weekday, before and after' },
  ],
  'calm-harbour': [
    { kind: 'image', file: 'press/page.png', caption: 'The page on a bad day, on a small phone' },
    { kind: 'image', file: 'press/desk.png', caption: 'The desk suggests the next sentence' },
    { kind: 'video', file: 'film/storm.mp4', caption: 'Signe on what to say in a storm' },
  ],
  'last-ferry': [
    { kind: 'image', file: 'press/leave-now.png', caption: 'Time to leave the beach' },
    { kind: 'image', file: 'press/keepers.jpg', caption: 'Five of the thirty-one keepers, facing the sea' },
  ],
  rampa: [
    {
      kind: 'image',
      file: 'prensa/ruta.png',
      caption: 'A route that avoids everything above eight per cent',
    },
    { kind: 'image', file: 'prensa/brazo.jpg', caption: 'A phone on the armrest, measuring' },
    { kind: 'video', file: 'film/subida.mp4', caption: 'Up to the library, twice: with and without Rampa' },
  ],
  'tuning-fjord': [
    { kind: 'image', file: 'presse/streng.png', caption: 'A little up, a little more, stop' },
    { kind: 'image', file: 'presse/eske.jpg', caption: 'The box: lever, wedges, three strings' },
  ],
  'dan-nho': [
    { kind: 'video', file: 'phim/mot-day.mp4', caption: 'One string, crying and laughing' },
    { kind: 'image', file: 'phim/ghe-ngoi.jpg', caption: 'Filmed from the player’s own seat' },
  ],
}
