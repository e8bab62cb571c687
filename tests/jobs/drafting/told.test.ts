// What a page shows and says of itself, and what must never stand in a draft: each kind in several layouts and languages.
import { describe, expect, it } from 'vitest'
import { readPage } from '../../../jobs/drafting/page/read_page.ts'
import { extractProfile } from '../../../jobs/drafting/extract.ts'
import { checkEvidence } from '../../../jobs/drafting/proof/evidence.ts'

const url = 'https://marelo.io/'
const hero = {
  en: '<h1>Charts that tell the truth</h1><p>Marelo draws sea charts from real soundings, for small boats.</p>',
  de: '<h1>Seekarten, die stimmen</h1><p>Marelo zeichnet Seekarten aus echten Lotungen für kleine Boote.</p>',
  fr: '<h1>Des cartes marines justes</h1><p>Marelo dessine des cartes marines à partir de vraies sondes.</p>',
  es: '<h1>Cartas que dicen la verdad</h1><p>Marelo dibuja cartas náuticas a partir de sondas reales.</p>',
}
const cards = ['Offline charts', 'Tide tables', 'Anchor alarms'].map(
  (title) =>
    `<div class="card"><h3>${title} for boats</h3><p>Works where there is no network at all.</p></div>`,
)
const features = `<section><h2>Features</h2>${cards.join('')}</section>`

/** Alone, what stands in the body is all that could be told. */
function texts(lang: keyof typeof hero, body: string, alone = false): string {
  const html = `<!doctype html><html lang="${lang}"><head><title>Marelo</title></head><body><header><a href="/">Marelo</a></header><main>${alone ? hero[lang].split('<p>')[0] : hero[lang]}${body}</main></body></html>`
  const page = readPage({ url, html, fetched_at: '' })
  const known = { start_url: url, categories: [] }
  const profile = checkEvidence(extractProfile([page], known), [page], known)
  const said = [profile.tagline, profile.short_description, profile.description, profile.pricing_summary]
  return [...said, ...profile.features, ...profile.usps, ...profile.tags]
    .flatMap((found) => found?.value ?? [])
    .join(' | ')
}

const item = (text: string): string => `<li>${text}</li>`
const never: { [kind: string]: [keyof typeof hero, string, string][] } = {
  'a hidden error': [
    [
      'en',
      '<form><div class="invalid-feedback">Please enter a valid Zephyr number. It has nine digits.</div></form>',
      'Zephyr',
    ],
    ['en', '<p role="alert">Zephyr could not be reached. Try it again in some minutes.</p>', 'Zephyr'],
    [
      'en',
      '<div class="w-form-fail"><p>Something went wrong with Zephyr while sending this form.</p></div>',
      'Zephyr',
    ],
    ['de', '<p hidden>Marelo Zephyr konnte das Formular leider nicht senden. Es tut uns leid.</p>', 'Zephyr'],
    [
      'fr',
      '<div style="display: none"><p>Marelo Zephyr: une erreur est survenue pendant l’envoi du message.</p></div>',
      'Zephyr',
    ],
    [
      'en',
      '<template><p>Marelo Zephyr is filled in by the page when it has something to show.</p></template>',
      'Zephyr',
    ],
    [
      'en',
      '<dialog><p>Marelo Zephyr asks whether you really want to leave this page now.</p></dialog>',
      'Zephyr',
    ],
    [
      'es',
      '<div class="toast"><p>Marelo Zephyr se ha guardado. Puede cerrar esta ventana ahora.</p></div>',
      'Zephyr',
    ],
  ],
  'a customer’s words': [
    [
      'en',
      '<blockquote><p>Marelo Zephyr saved my summer and my marriage, all in one.</p></blockquote>',
      'Zephyr',
    ],
    [
      'en',
      '<div><p>Marelo Zephyr is the best thing that happened to our harbour since the crane.</p><strong>Jane Doe</strong><span>, Harbour master</span></div><p>Jane Doe</p><p>Harbour master, Kiel owner</p>',
      'best thing',
    ],
    [
      'en',
      '<div class="c"><p>I switched to Marelo and my Zephyr charts are right at last, every day.</p><p>Tom Okoro</p></div>',
      'Zephyr',
    ],
    [
      'en',
      '<div class="c"><p>★★★★★</p><p>Marelo Zephyr is what every skipper should have on board from now on.</p><p>Rita M.</p></div>',
      'Zephyr',
    ],
    [
      'de',
      '<p>„Marelo Zephyr hat uns den Törn gerettet, ganz ohne Netz und doppelten Boden.“</p><p>Jana Holm</p>',
      'Zephyr',
    ],
    [
      'de',
      '<h2>Das sagen unsere Gäste</h2><p>Marelo Zephyr begleitet jede Fahrt in unserem kleinen Hafen seit dem Frühjahr.</p>',
      'Zephyr',
    ],
    [
      'fr',
      '<h2>Témoignages</h2><p>Marelo Zephyr a changé la vie de notre petit port de pêche.</p>',
      'Zephyr',
    ],
    [
      'es',
      '<div class="testimonial"><p>Marelo Zephyr es lo mejor que le ha pasado a nuestro puerto.</p></div>',
      'Zephyr',
    ],
  ],
  'other people’s money': [
    ['en', '<p>Families waste $1,500 per year on food that nobody eats.</p>', '1,500'],
    [
      'en',
      '<div class="stat"><strong>$42 per month</strong><span>lost by the average household to old charts</span></div><p>The average household loses $42 per month.</p>',
      'loses $42',
    ],
    ['en', '<p>Unlike ChartKing, which is $49 a month, we draw from real soundings.</p>', '49'],
    ['de', '<p>Haushalte verlieren 300 € im Jahr durch falsche Karten.</p>', '300'],
    ['fr', '<p>Les foyers perdent 300 € par an à cause de vieilles cartes.</p>', '300'],
    [
      'en',
      '<div class="invoice"><p>Invoice 2041</p><p>Website redesign</p><p>$1,200 / month</p></div>',
      '1,200',
    ],
    ['en', '<div class="mockup"><p>Monthly rent</p><p>$900 per month</p></div>', '900'],
  ],
  code: [
    [
      'en',
      `<section><h2>Features</h2><ul>${['npm install zephyr', 'pip install zephyr-charts', 'brew install zephyr'].map(item).join('')}</ul></section>`,
      'zephyr',
    ],
    [
      'en',
      '<pre><code>Marelo.zephyr({ depth: 12 }) draws a chart of the sea around you.</code></pre>',
      'zephyr',
    ],
    ['en', '<p>curl -fsSL https://marelo.io/zephyr.sh | sh installs all that is needed here.</p>', 'zephyr'],
  ],
  'a notice': [
    [
      'en',
      '<p>We use Zephyr cookies to understand how you use this website and to improve it.</p>',
      'Zephyr',
    ],
    [
      'en',
      '<div class="cookie-banner"><p>Marelo Zephyr stores small files in your browser, if you agree to it.</p></div>',
      'Zephyr',
    ],
    [
      'es',
      '<p>Utilizamos cookies Zephyr propias y de terceros para mejorar la experiencia en Marelo.</p>',
      'Zephyr',
    ],
    ['en', '<p>Subscribe to our newsletter and get Zephyr news from Marelo once in a month.</p>', 'Zephyr'],
    ['en', '<p>Follow us on Zephyr to hear what happens at Marelo and around the harbour.</p>', 'Zephyr'],
    ['de', '<p>Bitte schreiben Sie an Zephyr, wenn Marelo bei Ihnen an Bord nicht startet.</p>', 'Zephyr'],
  ],
  'a menu': [
    [
      'en',
      `<nav><ul>${['Zephyr pricing page', 'Zephyr story page', 'Zephyr contact page'].map(item).join('')}</ul></nav>`,
      'Zephyr',
    ],
    [
      'en',
      `<ul>${['zephyr-a', 'zephyr-b', 'zephyr-c'].map((to) => `<li><a href="/${to}">Read about ${to} today</a></li>`).join('')}</ul>`,
      'zephyr',
    ],
    [
      'en',
      ['Zephyr one now', 'Zephyr two now', 'Zephyr three now']
        .map((text) => `<button>${text}</button>`)
        .join(''),
      'Zephyr',
    ],
  ],
}

describe.each(Object.entries(never))('%s', (_, some) => {
  it.each(some)('is not told: %s %s', (lang, body, word) => {
    expect(texts(lang, body + features)).not.toContain(word)
    expect(texts(lang, body, true)).not.toContain(word)
  })
})

it.each<[string, keyof typeof hero, string, string]>([
  [
    'twins',
    'en',
    '<h1>No <s>maps</s> <span class="x">guesses.<span aria-hidden="true">guesses.</span></span></h1>',
    'guesses. guesses',
  ],
  [
    'a link’s aside',
    'en',
    '<h2>Features</h2><ul><li>Offline charts for all <span class="sr-only">opens in a new tab</span></li><li>Tide tables by text</li><li>Anchor alarms at night</li></ul>',
    'new tab',
  ],
  [
    'a second language',
    'en',
    '<h2>Features</h2><ul><li><span lang="en">Offline charts for all</span><span lang="de">Karten ohne Netz</span></li><li>Tide tables by text</li><li>Anchor alarms at night</li></ul>',
    'Karten',
  ],
  [
    'a second language by class',
    'de',
    '<p><span class="lang-de">Marelo kennt jede Untiefe zwischen Kiel und Riga seit Jahren.</span><span class="lang-en">Marelo knows every shoal there is.</span></p>',
    'shoal',
  ],
])('%s are read once: %s', (_, lang, body, word) => {
  expect(texts(lang, body)).not.toContain(word)
})

it.each<[string, string]>([
  [
    '<h3>Free</h3><p><span>$0</span><span>forever</span></p><h3>Pro</h3><p><span>$9</span><span>/month</span></p>',
    '$0 forever',
  ],
  [
    '<h2>Features</h2><ul><li><b>12 designs</b><i>Award winning and free of ornament</i></li><li>Tide tables by text</li><li>Anchor alarms at night</li></ul>',
    '12 designs',
  ],
])('elements side by side stay apart: %s', (body, said) => {
  const told = texts('en', `<h2>Pricing</h2>${body}`)
  expect(told).not.toMatch(/\$0forever|designsAward/)
  expect(told).toContain(said)
})

describe('a description', () => {
  it('is one paragraph, whole sentences, and not the tagline again', () => {
    const more =
      '<p>Charts that tell the truth. Marelo is made by sailors who missed good charts. It knows every shoal</p>'
    const told = texts('en', more).split(' | ')
    expect(told.filter((text) => text.includes('Charts that tell the truth'))).toHaveLength(1)
    expect(told.every((text) => !text.includes('\n'))).toBe(true)
  })
})
