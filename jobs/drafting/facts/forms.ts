/*
 * What a start page shows of the form its product has: an app for phones, by the phones and shops it names; a tool for
 * developers, by the code it shows. It decides where no words tell a category. And what it says it is whatever it is about:
 * a game about a ferry is no transport. That decides before them.
 */
import { beforeWhatItIsFor } from '../../../storage/search/kinds.ts'
import { evidenceFrom, type CrawledSite } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import type { Line } from '../page/lines.ts'
import type { Category, Proven } from '../profile.ts'
import { calledOf } from './category_names.ts'
import { denies } from './free.ts'
import { asks, universals } from '../proof/cues.ts'
import { isSmall } from '../texts/calls_itself.ts'
import { tellingLines } from './telling_lines.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'

const { anyOf, saying } = wordsIn('forms')
const systems = anyOf('phone_systems')
const apps = anyOf('apps')
/** With two words behind it, which may still deny it: "An iPhone app is not planned". */
const onPhones = new Wording(
  `(?:${apps}(?: \\S+){0,4}? ${anyOf('phone_systems', 'phones')}|${systems}[- ]?${apps}|${wordsIn('prices').anyOf('for')} ${systems}|${anyOf('phone_apps', 'phone_shops')})(?:\\s\\S+){0,2}`,
  'iu',
)
function isSaidOfPhones(text: string): boolean {
  const said = onPhones.exec(text)
  return said !== null && !denies(text.slice(0, said.index + said[0].length)) && !asks.test(text)
}
const shop =
  /^https:\/\/(?:apps\.apple\.com\/(?!.*[?&]mt=12)|play\.google\.com\/store\/apps\/|f-droid\.org\/)/
const isForPhones = ({ kind, not, text }: Line): boolean =>
  kind === 'link' ? shop.test(text) : not === '' && sentences(text).some(isSaidOfPhones)
const isCode = ({ kind, not, tag }: Line): boolean =>
  kind === 'visible' && not === 'sample' && (tag === 'pre' || tag === 'code')

const isDevelopers = saying('developers_words')
/** Code shows a tool for developers where what the page says of it names their things; others show how they are installed. */
const isOfDevelopers = (site: CrawledSite): boolean =>
  tellingLines(site).some(({ text, weight }) => weight > 0.4 && isDevelopers.test(text))

type Form = { called: Wording; fits: (site: CrawledSite) => boolean; shows: (line: Line) => boolean }
const forms: Form[] = [
  { called: saying('called_phone_apps'), fits: () => true, shows: isForPhones },
  { called: saying('called_developer_tools'), fits: isOfDevelopers, shows: isCode },
]
const nameOf = (category: Category, categories: Category[]): string =>
  calledOf(categories)[categories.indexOf(category)]!
const isCalled = ({ name }: Category, called: Wording): boolean => called.exec(name)?.[0] === name

const proof = wordsIn('proof')
const article = `(?:${wordsIn('prices').anyOf('articles')}|de)`
const opens = `(?:[^–—|:·]*[–—|:·-]\\s+)?\\P{L}*(?:(?:${proof.anyOf('copulas')}|to) )?(?:${article} )?`
const joining = [
  wordsIn('texts').anyOf('going_on'),
  proof.anyOf('prepositions'),
  proof.anyOf('and_or'),
  'd[ei]l?',
]
const goesOn = [...beforeWhatItIsFor, ...joining].join('|')
const ends = `(?=,? ${wordsIn('founding').anyOf('who')} | (?:${goesOn}) |\\s*[.,;:!|–—·。]|\\s+-\\s|\\P{L}*$)`
/** "– a slow, spooky puzzle game about …", "Cotygodniowy list o …": the word ends what the line says a thing is. */
const works = ['games', 'podcasts', 'newsletters', 'marketplaces'].map((kind) => ({
  called: saying(`called_${kind}`),
  says: new Wording(`^${opens}((?:[\\p{L}\\p{M}'’-]+,? ){0,4}?)${anyOf(kind)}${ends}`, 'iu'),
}))
/** "Run any game", "turn it into a game": what stands before the word is no name of a thing. */
const joins = isSmall.union(universals)
const isWork = ({ says }: (typeof works)[number], text: string): boolean => {
  const before = says.exec(text)?.[1]
  return before !== undefined && !before.split(/,? /).some((word) => joins.has(word.toLowerCase()))
}

/** What a first paragraph counts below a description. */
const least = 0.5

const workOf = (site: CrawledSite) =>
  tellingLines(site)
    .filter(({ weight }) => weight >= least)
    .flatMap(({ text, evidence }) => {
      const work = works.find((one) => isWork(one, text))
      return work ? { ...work, evidence } : []
    })[0]

/** Does a line of the start page show that a product is of the category's form, or say that it is one? */
export function showsForm(category: Category, lines: Line[], site: CrawledSite): boolean {
  const first = lines.filter(({ url }) => url === site.start.url)
  const work = workOf(site)
  return (
    (work !== undefined &&
      isCalled(category, work.called) &&
      first.some(({ text }) => text === work.evidence.quote)) ||
    forms.some(({ called, fits, shows }) => isCalled(category, called) && fits(site) && first.some(shows))
  )
}

/** The category of the product's form with the line that shows it; [] where none is shown or the catalogue has none. */
export function findForm(site: CrawledSite, categories: Category[]): Proven<string>[] {
  const first = site.lines.filter(({ url }) => url === site.start.url)
  for (const { called, fits, shows } of forms) {
    const category = categories.find((one) => isCalled(one, called))
    const line = category && fits(site) && first.find(shows)
    if (!line) continue
    const where = line.kind === 'link' ? 'link' : 'visible'
    return [{ value: nameOf(category, categories), evidence: [evidenceFrom(line, line.text, where)] }]
  }
  return []
}

/** The category of games, podcasts, newsletters or marketplaces, where the page says that it is one; null where it does not. */
export function findWork(site: CrawledSite, categories: Category[]): Proven<string>[] | null {
  const work = workOf(site)
  if (work === undefined) return null
  const category = categories.find((one) => isCalled(one, work.called))
  return category === undefined ? [] : [{ value: nameOf(category, categories), evidence: [work.evidence] }]
}
