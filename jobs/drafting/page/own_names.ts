/** What a site calls itself: parts of titles that its address repeats, else what its titles and lines share. */
import type { ReadPage } from '../profile.ts'
import { byText } from './by_text.ts'
import { plain, typesOf } from './json_ld.ts'
import { squeeze } from './stored_text.ts'
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'

const words = wordsIn('names')

/** The letters and digits of a name, for comparing "Mail-in-a-Box" with "mailinabox". */
export const letters = byText((text) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, ''),
)

const separators = /(?<=\p{Script=Han})-|-(?=\p{Script=Han})|\s[|–—·:-]\s|[|–—·｜：]|: /u
/** Whose rights a foot reserves. */
export const owner =
  /(?:©|\(c\)|copyright)\s*(?:\d{4}(?:\s?[-–]\s?(?:\d{4}|present))?)?[,\s]*(?:by |the )?((?:\p{Lu}|\d)[\p{L}\p{N}&'.]*(?: (?:&|\p{Lu}[\p{L}\p{N}&'.]*)){0,3})/u
/** GmbH, Ltd, s.r.o.: a pattern, for the legal forms that firms have. */
export const legalForms = words.anyOf('legal_forms')
export const legalForm = new Wording(`^(.*?)[,.]? ${legalForms}`, 'u')
const things =
  /^(?:Organization|Corporation|SoftwareApplication|WebApplication|MobileApplication|WebSite|LocalBusiness|Product)$/
const mostText = 300_000

const partsOf = (page: ReadPage): string[] => [
  ...page.title.split(separators),
  page.metas.get('og:site_name') ?? '',
  page.metas.get('application-name') ?? '',
  ...page.blocks
    .filter(({ level, region }) => level === 1 || region === 'header')
    .slice(0, 8)
    .map((block) => block.text),
]

/** "Old Mill Games, Leeds · hello@…": a mailbox of the site's own. */
export const givesOurMail = (text: string, { domain }: { domain: string }): boolean =>
  text.split(/(?:@|[([]at[)\]])\s*/i).some((after, at) => at > 0 && after.startsWith(domain))

/** "The Hedge Year" at hedgeyear.com. */
export const startsWithArticle = new Wording(`^${wordsIn('founding').anyOf('articles')}\\s`, 'iu')
const isOf = (key: string, address: string): boolean =>
  key === address ||
  (address.length > 3 && key.startsWith(address) && key.length < address.length + 8) ||
  (key.length > 3 && address.startsWith(key))

export function ownNames(pages: ReadPage[], host: string): string[] {
  const labels = host.replace(/^www\./, '').split('.')
  const path = pages[0]?.url.split('/')[3] ?? ''
  const addresses = [labels[0], labels.at(-2), path, host]
    .map((part) => letters(part ?? ''))
    .filter((part) => part.length > 2)
  const names = new Set<string>()
  const owners = new Map<string, number>()
  for (const page of pages) {
    for (const word of page.title.match(/[\p{L}\p{N}.-]+/gu) ?? [])
      if (addresses.includes(letters(word))) names.add(word)
    for (const raw of new Set(partsOf(page))) {
      const part = squeeze(raw.replace(/[®™]/g, ''))
      if (part === '' || part.length >= 50) continue
      // "Gravel & Crown" is at gravelandcrown.com.
      const keys = [part, part.replace(startsWithArticle, ''), part.replace(/&/g, 'and')].map(letters)
      if (addresses.some((address) => keys.some((key) => isOf(key, address)))) names.add(part)
      const count = (owners.get(part) ?? 0) + 1
      owners.set(part, count)
      if (count > 1 && legalForm.test(part)) names.add(part)
    }
    for (const { text } of page.blocks) {
      const name = text.length < 200 ? owner.exec(text)?.[1]?.replace(/\.$/, '') : undefined
      if (name && name.length > 2) owners.set(name, (owners.get(name) ?? 0) + 1)
    }
    const said = page.metas.get('og:site_name')
    if (said && said.length < 40) names.add(said)
    for (const thing of page.json_ld)
      if (typesOf(thing).some((type) => things.test(type)) && plain(thing['name']) !== '')
        names.add(plain(thing['name']))
  }
  if (names.size === 0) addRepeated(pages, names)
  if (names.size === 0) {
    const [name] = [...owners.keys()].filter((one) => one.split(' ').length <= 3 && /\p{Lu}/u.test(one))
    if (name) names.add(name)
  }
  for (const name of [...names]) {
    const bare = legalForm.exec(name)?.[1]
    if (bare) names.add(bare)
  }
  return [...names].slice(0, 30)
}

/** The part of a title that most titles have, and of those the one that the lines repeat most. */
function addRepeated(pages: ReadPage[], names: Set<string>): void {
  const text = pages
    .flatMap((page) => page.blocks.filter(({ region }) => region !== 'nav').map((block) => block.text))
    .join('\n')
    .slice(0, mostText)
  const titles = pages.map((page) => page.title.split(separators).map((part) => part.trim()))
  let best = { name: '', shared: 0, count: 1 }
  for (const name of new Set(titles.flat())) {
    if (name.length < 2 || name.length >= 30) continue
    const sharing = titles.filter((parts) => parts.includes(name)).length
    const shared = sharing > 1 ? sharing : 0
    const count = text.split(name).length - 1 + pages.filter((page) => page.title.includes(name)).length
    if (shared > best.shared || (shared === best.shared && count > best.count)) best = { name, shared, count }
  }
  if (best.name !== '') names.add(best.name)
}
