import { matching } from '../page/by_text.ts'
import { isObject, plain, typesOf } from '../page/json_ld.ts'
import type { Line } from '../page/lines.ts'
import { letters } from '../page/own_names.ts'
import { evidenceFrom, type Reading, says } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import type { Founder, Proven, Socials } from '../profile.ts'
import { ownThings } from './ownership.ts'
import { honorific, isPersonName, isWideName, peopleOf } from './person_names.ts'
import { foundersTold } from './founding.ts'
import { founderTitle, wideFounder } from './founding_words.ts'
import { signatureIn, wideFounders } from './persons.ts'
import { accountOf } from './platforms.ts'
import { fewOfEach, remembered, type Sighting } from './sightings.ts'
import { homeHeading, isDenied, isOurName } from './subject.ts'

const companyPages = new Set(['about', 'team', 'contact', 'imprint'])
const isTeamHeading = matching(
  /(?<!\p{L})(?:team|crew|équipage|bemanning|quem faz|founders?|founded|about us|who we are|people|behind|story|über uns|equipe|équipe|equipo|o nás|o nas|leadership|gründer\p{L}*|fondateurs?|fundador\p{L}*)(?!\p{L})|チーム|運営者|メンバー|創業者|팀|사람들|团队|团队成员|创始人|الفريق|المؤسس/iu,
)
/** Somebody of another company, or of this one who did not begin it. */
const isOfOthers = matching(
  /(?<!\p{L})(?:former(?:ly)?|ex-?|previous(?:ly)?|retired|ehemalig\p{L}*|ancien(?:ne)?|antigu[oa]|guests?|competition|competitors?|advis[oe]rs?|beirat|conse(?:jero|jera|iller)|conselheir[oa]|consiglier[ea]|adviseur|doradca|assistant|investors?|backed by|funded by|business angel|mentor|customers?|founding (?:engineer|designer|member|team|developer)|(?:first|early) employee|speaker|author of|host of|journalist|reviewer)(?!\p{L})/iu,
)

/** "For any kind of team!", "Your team, in one place" */
const isOfReaders = matching(
  /(?<!\p{L})(?:your|(?:an|ever)y|each|for (?!you)|für|pour|para|per|voor|dla|din|ihr|euer|votre|vos|tu|sua|teams)(?!\p{L})/iu,
)

const isOutside = matching(
  /(?<!\p{L})(?:guests?|competitors?|investors?|backed by|funded by|customers?|advis[oe]rs?)(?!\p{L})/iu,
)

/**
 * A signature counts only where something else bears the person out: an account or address that bears the name, or
 * the name alone on an imprint. "Built by" also stands before companies, agencies and friends.
 */
function isBorneOut(name: string, site: Reading): boolean {
  const words = name.split(/\s+/).filter((word) => word.length > 2)
  const first = letters(words[0] ?? '')
  const last = letters(words.at(-1) ?? '')
  if (first === '' || last === '') return false
  return site.lines.some(({ kind, key, text, page }) => {
    if (kind === 'visible') return page === 'imprint' && text === name
    if (kind === 'meta') return (key === 'author' || key === 'creator') && text === name
    if (kind === 'json-ld') return text === name && key.includes(':Person')
    const handle = letters(
      accountOf(text)?.handle ??
        /^https?:\/\/gitlab\.com\/([\w.-]+)/.exec(text)?.[1] ??
        /^mailto:([^@]+)@/.exec(text)?.[1] ??
        '',
    )
    return handle !== '' && handle.includes(first) && handle.includes(last)
  })
}

const wideTitle = new RegExp(`^(?:${wideFounder})`, 'u')
/** "Founder & CEO", and not "Founder Guide". */
function isTitle(title: string): boolean {
  const found = founderTitle.exec(title)
  const after = found ? title.slice(found.index + found[0].length) : ' X'
  return /^(?:\P{L}*$|\s*[,&|/·•–—(:-]|\s(?:\p{Ll}|\p{Lu}{2,}))/u.test(after)
}

/** A card of a team section: a name, and under it a title that says founder. Other companies' are refused. */
function isFounderCard(name: string, title: string, site: Reading): boolean {
  const isWide = isWideName(name) && wideTitle.test(title)
  if (!(isWide || isPersonName(name)) || title.length > 100 || !isTitle(title) || isOfOthers(title))
    return false
  const elsewhere =
    /(?:\bof|\bat|@|,|\||\bbei|\bd[aeio]|\bdel|\bvon|\bvan|\bder|\bchez|\bhos|–|—)\s+(?:the\s+)?(\p{Lu}[\p{L}\d.&' -]{1,40})/u.exec(
      title.replace(founderTitle, ' '),
    )
  const other = elsewhere?.[1]?.trim()
  return (
    !other ||
    isOurName(other, site) ||
    /^(?:C\p{Lu}{1,2}O|Co-?Founder|Founder|Chief|Head|Lead|Engineering|Product|Design|Developer|Managing|Director|President|Chair|Engineer|Geschäftsführer|Programmer|Artist|Composer|Writer|Marketing|Sales|Operations|Creative|Data|Research|Community|Content|Growth|Finance|Technology|Science|Strategy|Legal|Art)(?!\p{L})/iu.test(
      other,
    )
  )
}

const alone = new RegExp(
  `^(?:the |our |die |unsere |les |los |i )?(?:${founderTitle.source})\\s*[:：]?$`,
  'iu',
)
const inline = /^([^,–—|·:(]{4,50}?)\s*(?:,|–|—|\s-\s|\||·|:|\()\s*([^)]{4,80})\)?$/u

/** What a line of a team section says: "Ana Sea" over "Co-founder", "Ana Sea, founder", or "Founders" over their names. */
function cardAt(
  at: number,
  lines: Line[],
  site: Reading,
): { names: string[]; title: string | null; taken: number } | null {
  const line = lines[at]!
  const next = lines[at + 1]
  const before = lines[at - 1]
  const afterQuote = before !== undefined && /["”»」]\s*$|^\s*["“„«]/u.test(before.text)
  const [, name = '', title = ''] = inline.exec(line.text) ?? []
  if (name !== '' && !afterQuote && isFounderCard(name.trim(), title.trim(), site))
    return { names: [name.trim()], title: title.trim(), taken: 1 }
  if (!next || next.not) return null
  const named = line.text.replace(honorific, '')
  if (line.tag !== 'td' && isFounderCard(named, next.text, site))
    return { names: [named], title: next.text, taken: 2 }
  // The title first, unless it belongs to the name above it.
  if (!alone.test(line.text) || (before && isPersonName(before.text)) || next.text.length > 120) return null
  const names = isWideName(next.text) ? [next.text] : peopleOf(next.text)
  const whole = names.join('').length > next.text.length * 0.6
  return names.length > 0 && whole ? { names, title: null, taken: 2 } : null
}

function cards(lines: Line[], site: Reading): Sighting<Founder>[] {
  const found: Sighting<Founder>[] = []
  lines.forEach((line, at) => {
    if (line.not || line.page === 'blog') return
    const heads = line.heads.map(({ text }) => text)
    const inTeam =
      companyPages.has(line.page) ||
      (!heads.some((head) => isTeamHeading(head) && isOfReaders(head)) &&
        (heads.some(isTeamHeading) || (isPersonName(line.text) && isTeam(line, lines))))
    if (!inTeam || heads.some(isOfOthers)) return
    const card = cardAt(at, lines, site)
    if (card === null) return
    const after = lines[at + card.taken]
    if ([lines[at - 1], after].some((near) => near && near.text.length < 60 && isOfOthers(near.text))) return
    const bio = card.names.length === 1 ? bioOf(after) : null
    const said = lines.slice(at, at + card.taken).map(({ text }) => text)
    const evidence = evidenceFrom(line, [...said, ...(bio ? [bio] : [])].join('\n'))
    for (const name of card.names) found.push({ value: { name, title: card.title, bio }, score: 3, evidence })
  })
  return found
}

const isOwnPlace = (line: Line): boolean =>
  companyPages.has(line.page) || line.heads.some(({ text }) => text.length < 60 && homeHeading.test(text))

/** Two people or more, each over a short title and none beside a longer text: a team, whatever its heading. */
function isTeam(line: Line, lines: Line[]): boolean {
  const head = line.heads.at(-1)
  const some = lines.filter((one) => one.heads.at(-1) === head && one.region === line.region)
  const named = some.filter((one) => isPersonName(one.text) && (lines[one.at + 1]?.text.length ?? 99) < 60)
  return (
    line.page !== 'start' &&
    named.length > 1 &&
    some.every(({ text }) => text.length < 400 && !/["”»」]/.test(text))
  )
}

const bioOf = (line: Line | undefined): string | null =>
  line &&
  line.not === '' &&
  line.level === 0 &&
  line.tag === 'p' &&
  line.text.length > 40 &&
  line.text.length < 1200
    ? line.text
    : null

/** A card on a company page that calls somebody "CEO – Queen of tales" says what they are: one of the team. */
const hasOtherTitle = (name: string, site: Reading): boolean =>
  site.lines.some((line) => {
    const below =
      companyPages.has(line.page) && line.text === name ? site.visible(line.url)[line.at + 1] : undefined
    return (
      below !== undefined &&
      below.text.length < 60 &&
      /^C\p{Lu}{1,2}O(?!\p{L})/u.test(below.text) &&
      !founderTitle.test(below.text)
    )
  })

function fromJsonLd(site: Reading): Sighting<Founder>[] {
  const found: Sighting<Founder>[] = []
  for (const page of site.pages) {
    for (const thing of ownThings(page, site)) {
      const isProduct = typesOf(thing).some((type) => /Application|SourceCode|Project/.test(type))
      for (const key of ['founder', 'founders', ...(isProduct ? ['author', 'creator'] : [])]) {
        for (const item of [thing[key]].flat().slice(0, 6)) {
          if (!isObject(item) || !typesOf(item).includes('Person')) continue
          const name = plain(item['name'])
          const title = plain(item['jobTitle'])
          const evidence = evidenceFrom(page, name, 'json-ld')
          if (isPersonName(name) && !hasOtherTitle(name, site))
            found.push({ value: { name, title: title === '' ? null : title, bio: null }, score: 2, evidence })
        }
      }
    }
  }
  return found
}

/** Where lines say that somebody began it: JSON-LD, a sentence, a team card, or a signature that is borne out. */
export const founderSightings = remembered((site): Sighting<Founder>[] => {
  const found = fromJsonLd(site)
  for (const page of site.pages) found.push(...cards(site.visible(page.url), site))
  for (const line of site.lines) {
    if (line.kind !== 'visible' || line.not || line.hidden || line.page === 'blog' || line.text.length > 3000)
      continue
    if (line.heads.some(({ text }) => isOfOthers(text))) continue
    for (const sentence of sentences(line.text)) {
      if (/[?？]\s*$/.test(sentence)) continue
      // Of somebody else's founder only a noun is said; "founded by former colleagues" is of ours.
      const other = isOfOthers(sentence)
      const named = foundersTold(sentence, site, isOwnPlace(line)).filter(
        ({ title }) => !other || (title === null && !isOutside(sentence)),
      )
      if (named.length === 0 || isDenied(sentence)) continue
      for (const { name, title } of named)
        found.push({ value: { name, title, bio: null }, score: 3, evidence: evidenceFrom(line, sentence) })
    }

    for (const name of companyPages.has(line.page) ? wideFounders(line.text) : [])
      found.push({
        value: { name, title: null, bio: null },
        score: 3,
        evidence: evidenceFrom(line, line.text),
      })
    const signer = line.tag !== 'td' && line.text.length < 160 ? signatureIn(line.text) : null
    if (signer && (line.region === 'footer' || line.page === 'start') && isBorneOut(signer, site))
      found.push({
        value: { name: signer, title: null, bio: null },
        score: 2,
        evidence: evidenceFrom(line, line.text),
      })
  }
  const people = found.filter(({ value }) => value.name.length <= 160 && !says(value.name, site.names))
  return fewOfEach(people, ({ name }) => name)
})

/** The people who began it, each once, with the title and words that any place gives. */
export function findFounders(site: Reading): Proven<Founder>[] {
  const people = Map.groupBy(founderSightings(site), ({ value }) => value.name)
  return [...people].slice(0, 6).map(([name, seen]) => ({
    value: {
      name,
      title: seen.find(({ value }) => value.title)?.value.title ?? null,
      bio: seen.find(({ value }) => value.bio)?.value.bio ?? null,
    },
    evidence: seen.slice(0, 3).map(({ evidence }) => evidence),
  }))
}

const nameWords = (name: string): string[] =>
  name
    .split(/\s+/)
    .map(letters)
    .filter((word) => word.length > 2)

/** Accounts of the first founder: linked under the name, or with a handle that bears it. */
export function founderAccounts(site: Reading, name: string): Sighting<string>[] {
  const words = nameWords(name)
  const found: Sighting<string>[] = []
  for (const page of site.pages)
    for (const link of page.links) {
      const account = link.sample || link.foreign ? null : accountOf(link.href)
      if (!account?.direct || account.repository !== '') continue
      if (account.platform === 'producthunt' || account.platform === 'custom') continue
      const handle = letters(account.handle)
      const bears = words.length > 1 && words.every((word) => handle.includes(word))
      if (bears || link.text === name)
        found.push({ value: account.url, score: 1, evidence: evidenceFrom(page, link.href, 'link') })
    }
  return found
}

export function findFounderSocials(site: Reading, founders: Proven<Founder>[], company: Socials): Socials {
  const socials: Socials = {}
  const name = founders[0]?.value.name
  if (name === undefined) return socials
  for (const { value, evidence } of founderAccounts(site, name)) {
    const { platform } = accountOf(value)!
    if (!socials[platform] && company[platform]?.value !== value)
      socials[platform] = { value, evidence: [evidence] }
  }
  return socials
}
