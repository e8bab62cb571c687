// Small sites of strangers, in the ways sites say things all over the world: what is stated is found, and nothing else.
import { expect, it } from 'vitest'
import { extractProfile } from '../../../jobs/drafting/extract.ts'
import { readPage } from '../../../jobs/drafting/page/read_page.ts'
import { draft, hero } from './mini_site.ts'

const of = (body: string, path: string) => {
  const found = draft(path === '/' ? { '/': hero + body } : { '/': hero, [path]: body })
  const value = <T>(one: { value: T } | null) => one?.value ?? null
  return {
    year: value(found.founded_year),
    place: [value(found.country), value(found.city)].join(' ').trim(),
    pricing: value(found.pricing_model),
    mail: value(found.contact_email),
    founders: found.founders.map(({ value }) => value.name).join(', '),
  }
}

it.each<[string, Partial<ReturnType<typeof of>>, string, string]>([
  [
    'a table that compares',
    { pricing: 'One-time' },
    '/pricing',
    '<p>$60 once</p><table><tr><th>Tide</th><th>Ebb</th></tr><tr><td>once</td><td>$39 a month</td></tr></table>',
  ],
  [
    'a Dutch foot',
    { place: 'NL Utrecht' },
    '/',
    '<footer>KvK 12345678 · Oudegracht 1, 3511 AB Utrecht · +31 30 1234567</footer>',
  ],
  [
    'an American foot',
    { place: 'US San Francisco' },
    '/',
    '<footer>Tide Inc · 500 Howard St, San Francisco, CA 94105 · <a href="mailto:hi@tide.app">hi@tide.app</a></footer>',
  ],
  [
    'a British registration',
    { place: 'GB Bristol' },
    '/about',
    '<p>Tide Software Ltd, no. 01998877. Registered office: 12 Mill Lane, Bristol BS1 4ND.</p>',
  ],
  ['a Canadian address', { place: 'CA Toronto' }, '/contact', '<p>220 King St W, Toronto, ON M5H 1K4</p>'],
  ['a Polish address', { place: 'PL Gdańsk' }, '/contact', '<p>ul. Długa 4, 80-831 Gdańsk</p>'],
  [
    'a head office beside a branch',
    { place: 'ES Valencia' },
    '/',
    '<footer><p>Tide S.L. · Sede central: Calle Mayor 3, 46002 Valencia, España</p><p>Tide México · Av. Juárez 7, 06000 Ciudad de México, México</p></footer>',
  ],
  [
    'two offices alike',
    { place: '' },
    '/contact',
    '<p>1 Main St, Boston, MA 02110</p><p>Hauptstr. 2, 10115 Berlin, Germany</p>',
  ],
  [
    'a German address of five digits, whose town no other country has',
    { place: 'DE Leipzig' },
    '/impressum',
    '<h1>Impressum</h1><p>Lindenstraße 4<br>04109 Leipzig</p>',
  ],
  [
    'a sentence that opens with its verb',
    { year: 2018, founders: 'Joost de Wit, Sanne Bakker' },
    '/',
    '<p>Opgericht in 2018 door Joost de Wit en Sanne Bakker.</p>',
  ],
  [
    'a court in a street, and a head office beside sales',
    { place: 'GB Leeds' },
    '/contact',
    '<h2>Sales, England</h2><p>10 York Road, London SE1 7ND, United Kingdom</p><h2>Head office</h2><p>Weir Court, Mill Road, Leeds LS1 4DY, United Kingdom</p>',
  ],
  [
    'a back-up host in Dutch',
    { place: '' },
    '/veiligheid',
    '<h1>Veilig</h1><p>De back-up ligt bij Duik, Havenstraat 12, 9042 Gent, België.</p>',
  ],
  [
    'a Korean address with its province',
    { place: 'KR 이천시' },
    '/',
    '<footer><p>주소: 경기도 이천시 신둔면 물레로 109, 2층</p></footer>',
  ],
  [
    'a Chinese team, and a founder of another firm in it',
    { year: 2016, founders: '林远' },
    '/about',
    '<h1>关于 Tide</h1><p>成立时间:二〇一六年四月</p><h2>团队</h2><ul><li>林远 创始人兼首席执行官</li><li>孙莉 运营官(原海浪联合创始人)</li></ul>',
  ],
  [
    'a chart of somebody’s team',
    { founders: '' },
    '/features',
    '<h2>For any kind of team!</h2><h4>Ana Sea</h4><p>Founding partner</p><h4>Ben Ort</h4><p>Strategist</p>',
  ],
  [
    'a doctor who began it',
    { year: 2011, founders: 'Ana Sea' },
    '/about',
    '<p>Tide was set up in 2011 by Dr Ana Sea in a boat shed.</p>',
  ],
  [
    'a year that opens the sentence',
    { year: 2016 },
    '/about',
    '<p>In 1998 Ann Lee opened a tea shop in York. In 2016 she and Raj Patel founded Tide to sell the software she had written.</p>',
  ],
  [
    'a year that opens a German sentence',
    { year: 2015, founders: 'Ana See, Ben Ort' },
    '/about',
    '<p>2015 gründeten Ana See und Ben Ort die Tide GmbH.</p>',
  ],
  [
    'a mill and a novel',
    { year: null },
    '/about',
    '<p>Our studio is above a mill built in 1846. The novel that named us was published in 1923.</p>',
  ],
  [
    'a customer’s founding',
    { year: null, founders: '' },
    '/',
    '<p>Founded in 1952, Globex now runs on Tide.</p><p>In 1987 Karin Berg founded Nordhem.</p>',
  ],
  [
    'a question about a free plan',
    { pricing: 'Subscription' },
    '/pricing',
    '<h3>Crew</h3><p>$29 / month</p><h3>Site</h3><p>$99 / month</p><p>Is there a free plan? No, but we offer discounts.</p>',
  ],
  [
    'a row of prices on a page of licences',
    { pricing: 'Freemium' },
    '/licence',
    '<h1>Licences</h1><table><tr><th></th><th>Small set</th><th>One designer</th></tr><tr><th>Price</th><td>€0</td><td>€59</td></tr></table>',
  ],
  [
    'a row of prices that compares',
    { pricing: null },
    '/',
    '<table><tr><th></th><th>Tide</th><th>Ebb</th></tr><tr><td>Price</td><td>Free · pay-per-use API</td><td>$8 / month</td></tr></table>',
  ],
  [
    'a trial without a card',
    { pricing: 'Subscription' },
    '/pricing',
    '<a>Start free</a><p>No credit card required. 30-day free trial.</p><h3>Crew</h3><p>$29 per month</p>',
  ],
])('%s', (_what, expected, path, body) => {
  expect(of(body, path)).toMatchObject(expected)
})

it.each([
  ['Tide wurde 2011 von Ana See gegründet.', 2011],
  ['Fondata a Milano nel 2015', 2015],
  ['Tide est née en 2012.', 2012],
  ['En 2013, Léa Petit crée Tide.', 2013],
  ['Nel 2018 nasce Tide.', 2018],
  ['Tide has been around since 2011.', 2011],
  ['Компания основана в 2017 году в Казани.', 2017],
  ['Firmamız 2005 yılında kurulmuştur.', 2005],
  ['Tide est un logiciel. Le moulin date de 1846.', null],
  ['Globex wurde 1952 in Kiel gegründet.', null],
  ['En 1987, Karin Berg crée Nordhem.', null],
  ['The first Tide conference was held in 2012.', null],
  ['We started selling tea in 2001.', null],
])('%s', (text, year) => {
  expect(of(`<p>${text}</p>`, '/about').year).toBe(year)
})

it.each([
  ['99 kr/mån. Ingen bindningstid.', 'Subscription'],
  ['12 € HT/mois', 'Subscription'],
  ['9 EUR/Monat', 'Subscription'],
  ['1.990 Ft/hó', 'Subscription'],
  ['Бесплатно до 10 заказов, затем 490 ₽ в месяц.', 'Freemium'],
  ['基础版免费，专业版每月29元。', 'Freemium'],
  ['Pay once. $60', 'One-time'],
  ['Unlike PayBig, which takes $49 a month, we show you the estimate first.', null],
  ['You could save $20,000 a month.', null],
  ['9 Kč za každou rezervaci. Bez paušálu.', 'Usage-based'],
  ['R$ 0,60 por marmita entregue. Sem mensalidade.', 'Usage-based'],
  ['We keep a commission of 5% of each sale.', 'Usage-based'],
  ['€2 per table per month', 'Subscription'],
  ['1,90 € asunnolta kuukaudessa', 'Subscription'],
  ['Mindenki számára díjmentes.', 'Free'],
  ['L’application est gratuite pour tous les riverains.', 'Free'],
  ['FlockMate is £9 a month and stops working when you stop paying.', null],
  ['No PedeJá você pagaria R$ 199 por mês.', null],
  ['80 × 22 days = $1,056 a month', null],
  ['The first 20 scans are free. After that it is $9 a month.', 'Subscription'],
  ['Try 20 scans free. Tide is $9 a month.', 'Subscription'],
  ['Apple wants $99 a year from us.', null],
  ['Tide will stay free. You can buy us a croissant for €3 a month on Ko-fi.', 'Free'],
  ['The app is free for everyone who owns a sensor.', null],
  ['L’app è gratuita per tutti coloro che hanno un sensore.', null],
  ['Tide itself is free and will stay so. Hosting by us is expected to cost €5 a month.', 'Free'],
  ['Runs in your browser. Costs nothing. Saves nothing.', 'Free'],
  ['Libera e gratuita, dati aperti.', 'Free'],
  ['Usare la mappa non costa nulla.', 'Free'],
  ['Free, no account, no tracking.', 'Free'],
  ['Free up to 30 members, then $8 a month.', 'Freemium'],
  ['12 € HT par mois', 'Subscription'],
  ['6 200 € récupérés en un mois, sans un seul coup de fil.', null],
])('%s', (text, model) => {
  expect(of(`<h2>Tide</h2><p>${text}</p>`, '/pricing').pricing).toBe(model)
})

it.each([
  [
    'Norrland Maps',
    'https://norrland.app/',
    '<h1>Maps that work anywhere</h1><p>Norrland Maps keeps trails on your phone.</p>',
    'Norrland Maps',
  ],
  [
    'Marrow Notes by Granite Labs',
    'https://getmarrow.io/',
    '<h1>Marrow Notes</h1><p>Marrow Notes is for vets.</p>',
    'Marrow Notes',
  ],
  [
    'Берёзка — учёт для мастерских',
    'https://berezka.ru/',
    '<h1>Учёт для мастерских</h1><p>Берёзка ведёт заказы.</p><footer>ООО «Берёзка»</footer>',
    'Берёзка',
  ],
  ['竹云 - 小团队的文档', 'https://zhuyun.cn/', '<h1>小团队的文档</h1><p>竹云让团队一起写文档。</p>', '竹云'],
])('is called what %s says', (title, url, body, name) => {
  const html = `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`
  const page = readPage({ url, html, fetched_at: '2026-11-19T12:00:00Z' })
  expect(extractProfile([page], { start_url: url, categories: [] }).name?.value).toBe(name)
})

it.each([
  ['<p>Tide was founded by Ana Sea, Ben Ort and Cai Wu.</p>', 'Ana Sea, Ben Ort, Cai Wu'],
  ['<p>Tide wurde von Ana See und Ben Ort gegründet.</p>', 'Ana See, Ben Ort'],
  ['<p>Ana Mer, cofondatrice de Tide, vit à Brest.</p>', 'Ana Mer'],
  ['<p>Our founders, Ana Sea and Ben Ort, met at school.</p>', 'Ana Sea, Ben Ort'],
  ['<p>Ben Ort co-founded Spindle. Our board includes Rita Moss, founder of Hooli.</p>', ''],
  ['<p>The founders of Hooli, Rita Moss and Ken Vale, invest in us.</p>', ''],
  ['<p>Hooli wurde von Rita Moss gegründet.</p>', ''],
  ['<h2>Advisors</h2><h3>Lars Holm</h3><p>Founder of Bidwise</p>', ''],
])('founders: %s', (body, names) => {
  expect(of(body, '/about').founders).toBe(names)
})

it('writes to the general address rather than to sales', () => {
  expect(of('<p>Sales: sales@tide.app</p><p>All else: hello@tide.app</p>', '/contact').mail).toBe(
    'hello@tide.app',
  )
  expect(of('<p>bonjour [arobase] tide.app</p>', '/contact').mail).toBe('bonjour@tide.app')
})
