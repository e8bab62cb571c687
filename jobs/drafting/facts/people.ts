import { isObject, plain, typesOf } from '../page/json_ld.ts'
import type { Block, Evidence, Founder, Proven, ReadPage, Socials, StoredPage } from '../profile.ts'
import { founderTitle, foundersIn, isPersonName, signatureIn } from './persons.ts'
import { accountOf } from './platforms.ts'
import type { Proof } from '../proof/proofs.ts'
import { evidenceFrom, letters, ownBlocks, type Reading, says } from '../page/reading.ts'
import { sentences } from '../page/sentences.ts'
import { ownThings } from './ownership.ts'
import { indexOf } from '../page/stored_text.ts'

const companyPages = new Set(['about', 'team', 'contact', 'imprint'])
const teamHeading =
  /\b(?:team|founders?|about us|who we are|people|über uns|equipe|équipe|equipo|o nás|leadership)\b|チーム|팀|团队/i

/**
 * A signature counts only where something else bears the person out: an account or address that bears the
 * name, or the name alone on an imprint. "Built by" also stands before companies, agencies and friends.
 */
export function borneOut(name: string, pages: StoredPage[], kindOf: (url: string) => string): boolean {
  const words = name.split(/\s+/).filter((word) => word.length > 2)
  const first = letters(words[0] ?? '')
  const last = letters(words.at(-1) ?? '')
  if (first === '' || last === '') return false
  for (const page of pages) {
    const index = indexOf(page)
    if (kindOf(page.url) === 'imprint' && index.lines.some((line) => line === name)) return true
    for (const { kind, key, value } of index.marked) {
      if (kind === 'link') {
        const handle = letters(
          accountOf(value)?.handle ??
            /^https?:\/\/gitlab\.com\/([\w.-]+)/.exec(value)?.[1] ??
            /^mailto:([^@]+)@/.exec(value)?.[1] ??
            '',
        )
        if (handle !== '' && handle.includes(first) && handle.includes(last)) return true
      }
      if (kind === 'meta' && (key === 'author' || key === 'creator') && value === name) return true
      if (kind === 'json-ld' && value === name && key.includes(':Person')) return true
    }
  }
  return false
}

/** A card of a team section: a name, and under it a title that says founder. Other companies' are refused. */
function isFounderCard(name: string, title: string, names: string[]): boolean {
  if (!isPersonName(name) || title.length > 100 || !founderTitle.test(title)) return false
  const elsewhere =
    /(?:\bof|\bat|@|,|\||\bbei|\bde|\bchez|–|—)\s+(?:the\s+)?(\p{Lu}[\p{L}\d.&' -]{1,40})/u.exec(
      title.replace(founderTitle, ' '),
    )
  const other = elsewhere?.[1]?.trim()
  return (
    !other ||
    says(other, names) ||
    /^(?:CEO|CTO|COO|CPO|CFO|Co-?Founder|Founder|Chief|Head|Lead|Engineering|Product|Design|Developer|Managing|Director|President|Chair|Engineer)\b/i.test(
      other,
    )
  )
}

function cards(page: ReadPage, kind: string, names: string[]): { founder: Founder; evidence: Evidence }[] {
  const found: { founder: Founder; evidence: Evidence }[] = []
  const blocks = ownBlocks(page).filter((block) => block.tag !== 'td')
  let inTeam = companyPages.has(kind)
  blocks.forEach((block, at) => {
    if (block.level > 0 && block.level <= 3 && !isPersonName(block.text))
      inTeam = companyPages.has(kind) || teamHeading.test(block.text)
    const next = blocks[at + 1]
    if (!inTeam || !next || kind === 'blog' || !isFounderCard(block.text, next.text, names)) return
    // The two lines must be neighbours in the stored text too.
    if (page.blocks.indexOf(next) !== page.blocks.indexOf(block) + 1) return
    const bio = bioAfter(blocks, at + 2)
    const quote = [block.text, next.text, ...(bio ? [bio.text] : [])].join('\n')
    found.push({
      founder: { name: block.text, title: next.text, bio: bio?.text ?? null },
      evidence: evidenceFrom(page, quote),
    })
  })
  return found
}

function bioAfter(blocks: Block[], at: number): Block | null {
  const block = blocks[at]
  return block && block.level === 0 && block.text.length > 40 && block.text.length < 1200 && block.tag === 'p'
    ? block
    : null
}

function fromJsonLd(page: ReadPage, reading: Reading): { founder: Founder; evidence: Evidence }[] {
  const found: { founder: Founder; evidence: Evidence }[] = []
  for (const thing of ownThings(page, reading)) {
    const isProduct = typesOf(thing).some((type) => /Application|SourceCode|Product|Project/.test(type))
    for (const key of ['founder', 'founders', ...(isProduct ? ['author', 'creator'] : [])]) {
      const list = Array.isArray(thing[key]) ? thing[key] : [thing[key]]
      for (const item of list.slice(0, 6)) {
        if (!isObject(item) || !typesOf(item).includes('Person')) continue
        const name = plain(item['name'])
        const title = plain(item['jobTitle'])
        if (isPersonName(name))
          found.push({
            founder: { name, title: title === '' ? null : title, bio: null },
            evidence: evidenceFrom(page, name, 'json-ld'),
          })
      }
    }
  }
  return found
}

/** The people who began it: said in JSON-LD, in a sentence, on a team card, or signed and borne out. */
export function findFounders(reading: Reading): Proven<Founder>[] {
  const found = new Map<string, Proven<Founder>>()
  const add = (founder: Founder, evidence: Evidence): void => {
    const known = found.get(founder.name)
    if (!known) {
      if (found.size < 6) found.set(founder.name, { value: founder, evidence: [evidence] })
    } else if (known.evidence.length < 3) {
      known.evidence.push(evidence)
      known.value = {
        ...known.value,
        title: known.value.title ?? founder.title,
        bio: known.value.bio ?? founder.bio,
      }
    }
  }
  const kindOf = (url: string): string => kindByUrl(reading, url)
  for (const page of reading.pages) {
    const kind = reading.kinds.get(page) ?? 'other'
    for (const { founder, evidence } of [...fromJsonLd(page, reading), ...cards(page, kind, reading.names)])
      add(founder, evidence)
    if (kind === 'blog') continue
    for (const block of ownBlocks(page)) {
      if (block.hidden || block.text.length > 3000) continue
      for (const sentence of sentences(block.text)) {
        for (const { name, title } of foundersIn(sentence, reading.names))
          add({ name, title, bio: null }, evidenceFrom(page, sentence))
      }
      const signer = block.region === 'footer' && block.tag !== 'td' ? signatureIn(block.text) : null
      if (signer && borneOut(signer, reading.pages, kindOf))
        add({ name: signer, title: null, bio: null }, evidenceFrom(page, block.text))
    }
  }
  return [...found.values()]
}

const kindByUrl = (reading: Reading, url: string): string => {
  for (const [page, kind] of reading.kinds) if (page.url === url) return kind
  return 'other'
}

/** Accounts of the first founder, where a link bears the founder's name or JSON-LD says so. */
export function findFounderSocials(reading: Reading, founders: Proven<Founder>[], company: Socials): Socials {
  const socials: Socials = {}
  const founder = founders[0]
  if (!founder) return socials
  const { name } = founder.value
  const words = name
    .split(/\s+/)
    .map(letters)
    .filter((word) => word.length > 2)
  for (const page of reading.pages) {
    for (const link of page.links) {
      const account = link.sample || link.foreign ? null : accountOf(link.href)
      if (
        !account?.direct ||
        account.repository !== '' ||
        account.platform === 'producthunt' ||
        account.platform === 'custom'
      )
        continue
      const handle = letters(account.handle)
      const bears = link.text === name || words.every((word) => handle.includes(word))
      if (!bears || socials[account.platform] || company[account.platform]?.value === account.url) continue
      socials[account.platform] = { value: account.url, evidence: [evidenceFrom(page, link.href, 'link')] }
    }
  }
  return socials
}

export function supportsFounder(
  founder: Founder,
  proofs: Proof[],
  pages: StoredPage[],
  names: string[],
  kindOf: (url: string) => string,
): boolean {
  const { name } = founder
  if (name.length > 160 || says(name, names)) return false
  return proofs.some((proof) => {
    if (!proof.quote.includes(name)) return false
    if (proof.kind === 'json-ld')
      return (
        /(?:\.founders?(?::Person)?|(?:Application|SourceCode|Product|Project)\.(?:author|creator):Person)(?:\.name)?$/.test(
          proof.key,
        ) && proof.lines[0] === name
      )
    if (proof.kind !== 'visible') return false
    const text = proof.lines.join(' ')
    if (sentences(text).some((sentence) => foundersIn(sentence, names).some((one) => one.name === name)))
      return true
    const [first = '', title = ''] = proof.lines
    if (
      first === name &&
      isFounderCard(first, title, names) &&
      (companyPages.has(kindOf(proof.url)) || kindOf(proof.url) === 'start')
    ) {
      return proof.quote.toLowerCase().includes(title.toLowerCase().slice(0, 60))
    }
    return proof.lines.length === 1 && signatureIn(first) === name && borneOut(name, pages, kindOf)
  })
}

export function supportsFounderSocial(value: string, founders: Founder[], proofs: Proof[]): boolean {
  const account = accountOf(value)
  const name = founders[0]?.name
  if (!account || !name || account.repository !== '') return false
  const words = name
    .split(/\s+/)
    .map(letters)
    .filter((word) => word.length > 2)
  const bears = words.length > 1 && words.every((word) => letters(account.handle).includes(word))
  return proofs.some((proof) => {
    if (proof.kind !== 'link' || proof.key === 'foreign' || proof.key === 'sample') return false
    const linked = accountOf(proof.lines[0] ?? '')
    return linked?.url.toLowerCase() === account.url.toLowerCase() && (bears || proof.note === name)
  })
}
