/*
 * What a start page shows of the form its product has: an app for phones, by the phones and shops it names; a tool for
 * developers, by the code it shows. It decides where no words tell a category.
 */
import { evidenceFrom, type CrawledSite } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import type { Line } from '../page/lines.ts'
import type { Category, Proven } from '../profile.ts'
import { calledOf } from './category_names.ts'
import { denies } from './free.ts'
import { asks } from '../proof/cues.ts'
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
const isCalled = ({ name }: Category, called: Wording): boolean => called.exec(name)?.[0] === name

/** Does a line of the start page show that a product is of the category's form? */
export const showsForm = (category: Category, lines: Line[], site: CrawledSite): boolean =>
  forms.some(
    ({ called, fits, shows }) =>
      isCalled(category, called) &&
      fits(site) &&
      lines.some((line) => line.url === site.start.url && shows(line)),
  )

/** The category of the product's form with the line that shows it; [] where none is shown or the catalogue has none. */
export function findForm(site: CrawledSite, categories: Category[]): Proven<string>[] {
  const first = site.lines.filter(({ url }) => url === site.start.url)
  for (const { called, fits, shows } of forms) {
    const category = categories.find((one) => isCalled(one, called))
    const line = category && fits(site) && first.find(shows)
    if (!line) continue
    const where = line.kind === 'link' ? 'link' : 'visible'
    const value = calledOf(categories)[categories.indexOf(category)]!
    return [{ value, evidence: [evidenceFrom(line, line.text, where)] }]
  }
  return []
}
