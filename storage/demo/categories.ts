import type { DemoCategory } from './demo.ts'

export const categories: DemoCategory[] = [
  {
    slug: 'business',
    name: 'Work and business',
    parent: null,
    description:
      'Tools for people who run something: a workshop, a café, a farm, a club, a company of one. They take over the part of the work that nobody went into business for.',
    faqs: {
      'Is this only for companies?':
        'No. Clubs, cooperatives and freelancers run things too, and several products here are made for them.',
      'How do I choose between two tools here?':
        'Compare them. The comparison lines up the facts both have stated and leaves a cell empty where neither says anything.',
    },
    attributes: ['platforms', 'works_offline', 'hosted_in'],
  },
  {
    slug: 'invoicing-and-accounting',
    name: 'Invoicing and accounting',
    parent: 'business',
    description:
      'Everything between doing the work and being paid for it: invoices, reminders, receipts, taxes, and the shared purse of a house or a savings circle.',
    faqs: {
      'Can a small business keep its books with these tools alone?':
        'Often for the daily part. The yearly return is usually still signed by an accountant, who will thank you for a clean export.',
      'What should I ask before I move my invoices?':
        'Whether you can take them with you again: ask for an export of invoices, customers and payments in an open format.',
    },
    attributes: ['currencies', 'bank_import', 'e_invoicing', 'free_documents_a_month', 'hosted_in'],
  },
  {
    slug: 'teams-and-rotas',
    name: 'Teams and rotas',
    parent: 'business',
    description:
      'Who works when, who does what, who is new and what was decided. Made for teams that stand behind counters, in kitchens and in clubhouses as much as for those that sit at desks.',
    faqs: {
      'Do staff need an account to see their shifts?':
        'It differs. Some tools send the plan as a message or print it; the features of each listing say so.',
      'How many people does a free plan usually cover?':
        'In this category between five and fifteen. The attribute “people included” gives the number where it is stated.',
    },
    attributes: ['people_included', 'platforms', 'works_offline', 'hosted_in'],
  },
  {
    slug: 'shops-and-bookings',
    name: 'Shops and bookings',
    parent: 'business',
    description:
      'Tills, appointment books and small conveniences for shops, salons and market stalls, most of which have one person at the counter and a queue in front of it.',
    faqs: {
      'What happens when the internet is down?':
        'Look at “works offline”. A till that stops with the signal is no till on a market square.',
      'Do these tools take a share of what I sell?':
        'Some charge a monthly price, some a share of card payments. The pricing summary of each listing says which.',
    },
    attributes: ['works_offline', 'hardware_needed', 'card_fee_percent', 'interface_languages'],
  },
  {
    slug: 'farming-and-weather',
    name: 'Farming and weather',
    parent: 'business',
    description:
      'For people whose office has no roof: growers, herders, beekeepers and everyone who looks at the sky before planning the day.',
    faqs: {
      'Do I need a good mobile signal in the field?':
        'Mostly not. Several products here fall back to text messages, and “works offline” says which keep your notes until you are home.',
      'Are sensors included?':
        'Only where the pricing summary says so. “Sensors needed” tells you whether a product works without any.',
    },
    attributes: ['sensors_needed', 'sms_alerts', 'works_offline', 'coverage'],
  },
  {
    slug: 'developer-tools',
    name: 'Developer tools',
    parent: null,
    description:
      'Software for people who make software: tests that tell the truth, data that stays in shape, and pages that say what is going on when something breaks.',
    faqs: {
      'Which of these can I run on my own machines?':
        'Those whose attributes say “self hosted”. Filter your shortlist by comparing two of them at a time.',
      'Are there open-source tools here?':
        'Yes. The attribute “open source” says which, and their listings usually link to the code.',
    },
    attributes: ['self_hosted', 'open_source'],
  },
  {
    slug: 'testing-and-monitoring',
    name: 'Testing and monitoring',
    parent: 'developer-tools',
    description:
      'Finds out that something is wrong before a customer writes in: test suites, scheduled jobs, reports from the people who use the thing.',
    faqs: {
      'What is a flaky test?':
        'One that passes and fails on the same code. It teaches a team to ignore red, which is worse than having no test.',
      'How often should a check run?':
        'As often as you would want to be woken. A minute is plenty for most things that have people behind them.',
    },
    attributes: ['check_interval_s', 'free_checks', 'self_hosted', 'open_source'],
  },
  {
    slug: 'status-pages',
    name: 'Status pages',
    parent: 'testing-and-monitoring',
    description:
      'Pages that tell customers what is broken, since when, and what is being done about it, in words they can use.',
    faqs: {
      'Where should a status page be hosted?': 'Anywhere except where the thing it reports on is hosted.',
      'Does an honest status page drive customers away?':
        'In the experience of the makers listed here, silence does that much faster.',
    },
    attributes: ['subscribers_included', 'custom_domain', 'interface_languages', 'self_hosted'],
  },
  {
    slug: 'data-tools',
    name: 'Data tools',
    parent: 'developer-tools',
    description:
      'Tables, migrations and the long fight against a column that holds three kinds of date. For engineers, and for the colleagues who only have a spreadsheet.',
    faqs: {
      'Do I need to know SQL?':
        'For about half of these, no. Each description says who it was made for in its first sentences.',
      'Is my data copied to somebody else’s computer?':
        'Compare “self hosted” and “hosted in”: some products never leave your own machine.',
    },
    attributes: ['file_formats', 'self_hosted', 'open_source', 'free_rows'],
  },
  {
    slug: 'everyday-life',
    name: 'Everyday life',
    parent: null,
    description:
      'Small helps for the day itself: medicine on time, bread that rises, a ladder from next door, a boat that has not left yet.',
    faqs: {
      'Are these products free?':
        'Many are, for a household. Look at the pricing model, and at the summary for what a paid plan adds.',
      'Which of them work without a smartphone?':
        'Several here run on paper, by text message or on a device of their own. “Platforms” says so.',
    },
    attributes: ['platforms', 'works_offline', 'shows_ads'],
  },
  {
    slug: 'health-and-care',
    name: 'Health and care',
    parent: 'everyday-life',
    description:
      'For people who look after themselves or after somebody else. None of these products replaces a doctor, and the good ones say so first.',
    faqs: {
      'Who can see what I enter?':
        'Read “shares data”. A product that shares nothing by default says so in plain words.',
      'Is any of this a medical device?':
        'Where a maker has registered the product as one, the attribute “medical device” is set.',
    },
    attributes: ['shares_data', 'medical_device', 'platforms', 'works_offline'],
  },
  {
    slug: 'home-and-kitchen',
    name: 'Home and kitchen',
    parent: 'everyday-life',
    description: 'Leftovers, heating, dough and neighbours: the four things that keep a home warm.',
    faqs: {
      'Do I have to buy a gadget?': 'Rarely. Most of these need a phone or nothing but a fridge door.',
      'Can a whole household share one account?':
        'In most cases yes, and the listing’s questions tell you how.',
    },
    attributes: ['household_size', 'platforms', 'works_offline', 'shows_ads'],
  },
  {
    slug: 'travel-and-transport',
    name: 'Travel and transport',
    parent: 'everyday-life',
    description:
      'Getting there by boat, by train and on wheels, with the facts that timetables leave out: which ramp is too steep, which boat is the last one.',
    faqs: {
      'How current are the timetables?':
        '“Live data” marks products that know about delays. The others say when they last read the timetable.',
      'Which regions are covered?':
        '“Coverage” names them. A product that covers one island well says that too.',
    },
    attributes: ['coverage', 'live_data', 'works_offline', 'platforms'],
  },
  {
    slug: 'learning-and-culture',
    name: 'Learning and culture',
    parent: null,
    description:
      'For classrooms without a projector, libraries with one room, workshops that look for an apprentice, and everybody who is teaching themselves something in the evening.',
    faqs: {
      'Are these made for schools or for individuals?':
        'Both. Where a product has a price for schools, its pricing summary gives it.',
      'What can I use with very little data?':
        'Look for “works offline”, and for lessons that come as voice or text messages.',
    },
    attributes: ['platforms', 'works_offline', 'price_for_schools'],
  },
  {
    slug: 'languages',
    name: 'Languages',
    parent: 'learning-and-culture',
    description:
      'Learning a language by using it: in letters, at a market stall, in the voice of somebody’s grandmother.',
    faqs: {
      'How long is a lesson?': 'Between ten and forty minutes here; “lesson minutes” gives the usual length.',
      'Can I learn a small language?':
        'Yes, that is the point of more than one product in this category. “Languages taught” lists them.',
    },
    attributes: ['languages_taught', 'lesson_minutes', 'works_offline', 'live_teachers'],
  },
  {
    slug: 'music-and-sound',
    name: 'Music and sound',
    parent: 'learning-and-culture',
    description:
      'For singers, tuners and players who would rather make a sound than manage a library of them.',
    faqs: {
      'Do I need to read music?': 'For none of the products listed here, though it never hurts.',
      'Will it work with the microphone of a phone?':
        'Where a microphone matters, the features say what the maker has tested.',
    },
    attributes: ['instruments', 'platforms', 'works_offline', 'needs_microphone'],
  },
]
