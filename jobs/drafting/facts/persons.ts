/** What a person's name looks like, and the sentences that make its bearer a founder. */
import { says } from '../page/reading.ts'

const organisation = new Set(
  (
    'inc ltd llc gmbh ag kg bv nv sa sas sarl srl spa oy ab as aps corp corporation company co technologies technology tech ' +
    'labs lab studio studios software systems solutions foundation team group media digital project projects developers ' +
    'community contributors consulting services agency institute university college school association society network ' +
    'networks cloud data ai robotics ventures capital partners holdings works design designs creative interactive games ' +
    'security research industries international global press publishing productions collective club union federation ' +
    'initiative alliance council ministry department office center centre lp plc pty committee organization group users ' +
    'apps code coders hackers engineers engineering experts people folks friends family students researchers'
  ).split(' '),
)
/** Firms whose names look like a person's. */
const firms = new Set([
  'red hat',
  'jane street',
  'hewlett packard',
  'morgan stanley',
  'goldman sachs',
  'blue origin',
  'deutsche telekom',
  'general electric',
  'bell labs',
  'sun microsystems',
  'open source',
  'mozilla firefox',
  'palo alto',
  'thought works',
  'booz allen',
  'wells fargo',
  'general motors',
  'british telecom',
])
const notNames = new Set(
  (
    'the our your this that these those a an in on at for with from by to of and or we you they it is was new old free open ' +
    'source terms privacy policy contact about home sign get start learn more read all rights reserved made built love ' +
    'using next react vue node google apple microsoft github gitlab facebook amazon python java script web site page ' +
    'san los las north south east west united states kingdom republic street road january february march april may june ' +
    'july august september october november december monday tuesday wednesday thursday friday saturday sunday founder ' +
    'co-founder ceo cto author creator how what why when where who chief officer head director manager engineer lead ' +
    'product marketing sales customer support engineering quality great best good fast real time big small human machine ' +
    'artificial intelligence passionate independent hand proud senior junior world class silicon valley'
  ).split(' '),
)
const particles = new Set(
  'de van von der den da dos del della di la le el bin al ibn ter af av zu'.split(' '),
)

/** Two to four capitalised words that are no organisation: "Eric S. Raymond", "Ana de la Cruz". */
export function isPersonName(text: string): boolean {
  const words = text.trim().split(/\s+/)
  if (words.length < 2 || words.length > 5 || text.length > 60 || firms.has(text.trim().toLowerCase()))
    return false
  let full = 0
  for (const [at, word] of words.entries()) {
    const low = word.toLowerCase().replace(/\.$/, '')
    if (organisation.has(low) || notNames.has(low)) return false
    if (particles.has(word)) continue
    if (/^\p{Lu}\.$/u.test(word)) {
      if (at === words.length - 1) return false
      continue
    }
    if (!/^(?:(?:Mc|Mac|O['’]|D['’])?\p{Lu}[\p{Ll}'’]+(?:-\p{Lu}?\p{Ll}+)*|\p{Lu}[\p{Ll}'’]+)$/u.test(word))
      return false
    full++
  }
  return full >= 2
}

const named = String.raw`(?:\p{Lu}[\p{L}'’.-]*|(?:de|van|von|der|den|da|dos|del|della|di|la|le)(?!\p{L}))`
const person = String.raw`(${named}(?:\s+${named}){1,4})`
const makers =
  '[Ff]ounded|[Cc]o-?founded|[Ss]tarted|[Cc]reated|written|[Ii]nvented|originally (?:written|created|developed)|conceived|' +
  '[Gg]egründet|entwickelt|[Ff]ondée?|[Cc]réée?|[Ff]undad[oa]|[Cc]read[oa]|[Cc]riad[oa]|[Cc]reat[oa]|[Ff]ondat[oa]|' +
  '[Zz]ałożon[aey]|[Zz]alož(?:en|il)[aoý]?|vytvořen[ao]?|[Oo]pgericht|[Gg]rundades|[Gg]rundat|[Ss]tiftet|основан[ао]?'
const by = '(?:by|von|par|por|da|de|od|door|przez|av|af)'
const whenever = String.raw`(?:(?:back\s+)?(?:in|im jahr(?:e)?|en|nel|em|w|v|i|år)?\s*(?:roku\s+)?\d{4}(?:\s+roku)?\s+)?`
const passive = new RegExp(String.raw`(?<!\p{L})(?:${makers})\s+${whenever}${by}\s+${person}`, 'u')
const second = new RegExp(String.raw`^\s*(?:,|and|und|et|y|e|en|i|och|og|ve|&|a)\s+${person}`, 'u')
const active = new RegExp(
  String.raw`^(?:[^.]{0,20}?\s)??${person}(?:\s*\([^)]{1,60}\))?,?\s+(?:(?:and|und|et|y|e|en|i|a|och|og)\s+${person}\s+)?(?:who\s+)?(?:first\s+|originally\s+)?(founded|co-?founded|started|began|created|wrote|invented|gründeten?|haben|hat|(?:a|ont) (?:co-?)?(?:fondé|créé)|fund(?:ó|aron|ou|aram)|cre(?:ó|aron)|criou|criaram|h?a(?:nno)? (?:fondato|creato)|fond(?:ò|arono)|založil[aiy]?|vytvořil[ai]?|założył[aiy]?|założyli|richt(?:t)?en?|grundade|startade|stiftede)\s+(.{1,60})`,
  'u',
)
/** "2015 gründeten Ana Sea und Ben Ort die Acme GmbH." */
const inverted = new RegExp(
  String.raw`(?<!\p{L})(?:gründeten?|fundó|fundaron|fondò|fondarono|założył[ai]?|założyli|založil[ai]?|grundade)\s+${whenever}${person}(?:\s+(?:und|y|e|i|a|och)\s+${person})?`,
  'u',
)
const turkish = new RegExp(String.raw`${person}(?:\s+ve\s+${person})?\s+tarafından\s+.{0,30}kurul`, 'u')
const arabicName = String.raw`(\p{Script=Arabic}{2,}\s\p{Script=Arabic}{2,})`
const arabic = new RegExp(
  String.raw`(?:على يد|أسسها|أسسه|المؤسسان|المؤسسون)\s*:?\s+${arabicName}(?:\s+و${arabicName})?`,
  'u',
)
const authorOf = new RegExp(
  String.raw`^${person}(?:\s+<?[\w.+-]+@[\w.-]+>?)?(?:\s*\([^)]{1,60}\))?,?\s+(?:is|was|,|–|-)\s+(?:the|a|one of the)?\s*(?:original\s+|sole\s+|main\s+|principal\s+)?(author|creator|founder|co-?founder|inventor|founders?)s?\s+(?:of|behind)\s+(.{1,60})`,
  'iu',
)
const iAm = new RegExp(
  String.raw`\b(?:I['’]m|I am|my name is|ich bin|je suis|soy|sono)\s+${person},?\s+(?:and\s+)?(?:(?:the|a|an|der|die|le|la|el)\s+)?(?:\w+\s+)?(founder|co-?founder|creator|maker|developer|author|gründer(?:in)?|fondateur|fundador|entwickler(?:in)?)\b\s*(?:(?:of|behind|von|de|di)\s+(.{1,60}))?`,
  'iu',
)
const labelled = new RegExp(
  String.raw`^(founders?|co-?founders?|founder (?:&|and) ceo|ceo (?:&|and) (?:co-?)?founder|gründer(?:in(?:nen)?)?|fondateurs?|fondatrices?|fundador(?:a|es)?|fondator[ei]|zakladatel(?:ka|é)?|oprichters?|założyciel(?:e|ka)?|grundare|kurucu(?:lar)?(?:ımız)?)\s*[:：–—-]\s*${person}`,
  'iu',
)

export const founderTitle =
  /(?<!\p{L})(?:founders?|co-?founders?|founding (?:partner|ceo)|gründer(?:in)?|mitgründer(?:in)?|gründungs(?:mitglied|partner)|fondateurs?|cofondateurs?|(?:co)?fondatrice|(?:co)?fundador(?:a)?|(?:co)?fondatore|zakladatel(?:ka)?|spoluzakladatel(?:ka)?|(?:mede)?oprichter|(?:med)?grundare|perustaja|(?:współ)?założyciel(?:ka)?|kurucu(?: ortak)?|основател[ья])(?!\p{L})|創業者|共同創業者|창업자|공동창업자|创始人|創辦人|مؤسس|المؤسس/iu

export type Named = { name: string; title: string | null }

/** Trims what a pattern took too much of: "Eric S. Raymond on" never matches, "Raymond. It" could. */
function trimmed(raw: string): string | null {
  let words = raw
    .replace(/(?<![.,;:])[.,;:]+$/, '')
    .replace(/^(?:de|da|von|van|den|der|di|la|le)\s+(?=\p{Lu})/u, '')
    .split(/\s+/)
  while (words.length > 1) {
    const text = words.join(' ')
    if (isPersonName(text)) return text
    words = words.slice(0, -1)
    const last = words.at(-1)
    if (last?.endsWith('.') && last.length > 2) words[words.length - 1] = last.slice(0, -1)
  }
  return null
}

const ourselves =
  /^\s*(?:this|the|our) (?:project|company|software|product|tool|app|site|startup)\b(?!\s+of\b)/i
/** The product right behind the verb, and not "Acme's first office" or "the Acme user group". */
function isOurs(rest: string, names: string[]): boolean {
  if (ourselves.test(rest)) return true
  const low = rest.replace(/^\s*(?:the\s+)?/i, '').toLowerCase()
  return names.some(
    (name) =>
      low.startsWith(name.toLowerCase()) &&
      /^\s*(?:$|[.,;:!)(]|in\b|on\b|as\b|to\b|by\b|and\b|with\b|when\b|because\b|after\b|while\b|at\b|im\b|en\b|nel\b|v\b|back\b|from\b|for\b|out\b|since\b)/i.test(
        low.slice(name.length),
      ),
  )
}

/** The founders a sentence names, by what it says of them and of the product. */
export function foundersIn(sentence: string, names: string[]): Named[] {
  if (sentence.length > 500) return []
  const found: Named[] = []
  const add = (raw: string | undefined, title: string | null): void => {
    const name = raw ? trimmed(raw) : null
    if (name && !says(name, names)) found.push({ name, title })
  }
  const made = passive.exec(sentence)
  if (made) {
    const head = sentence.slice(0, made.index)
    const subject = says(head, names)
      ? headIsName(head, names)
      : /^(?:we|(?:this|the|our) (?:company|project|software|tool|app|startup|shop|studio))(?:\s+(?:is|was|were|has been))?\s*(?:originally|first|initially)?\s*$/i.test(
          head,
        ) ||
        (/^\P{L}*$/u.test(head) && /^(?:co-?)?(?:found|fond|fund|gegr|za[lł]o|opger|grund)/i.test(made[0]))
    if (subject) {
      add(made[1], null)
      const more = second.exec(sentence.slice(made.index + made[0].length))
      if (more) add(more[1], null)
    }
  }
  const did = active.exec(sentence)
  if (did && isOurs(did[4] ?? '', names)) {
    add(did[1], null)
    add(did[2], null)
  }
  const turned = inverted.exec(sentence)
  if (turned && says(sentence, names)) {
    add(turned[1], null)
    add(turned[2], null)
  }
  const other = turkish.exec(sentence)
  if (other) {
    add(other[1], null)
    add(other[2], null)
  }
  const east = arabic.exec(sentence)
  for (const name of [east?.[1], east?.[2]]) if (name) found.push({ name, title: null })
  const wrote = authorOf.exec(sentence)
  if (wrote && isOurs(wrote[3] ?? '', names))
    add(wrote[1], /founder/i.test(wrote[2] ?? '') ? (wrote[2] ?? null) : null)
  const me = iAm.exec(sentence)
  if (me && (me[3] === undefined || isOurs(me[3], names))) add(me[1], null)
  const label = labelled.exec(sentence)
  if (label) add(label[2], /found|gründ|fond|fund|zaklad/i.test(label[1] ?? '') ? (label[1] ?? null) : null)
  return found.filter((one, at) => found.findIndex((other) => other.name === one.name) === at)
}

/** Between the name and "was started by" stands nothing else that could have been started. */
function headIsName(head: string, names: string[]): boolean {
  const low = head.toLowerCase()
  return names.some((name) => {
    const at = low.lastIndexOf(name.toLowerCase())
    if (at === -1 || at > 40) return false
    return /^[®™]?\s*(?:(?:is|was|were|has been|had been|project|itself|originally|first|initially|,|wurde|a été|fue|è stat[oa]|byl[ao]?)\s*)*$/i.test(
      low.slice(at + name.length),
    )
  })
}

const signed = new RegExp(
  String.raw`(?:^|[·|—–-])\s*(?:proudly\s+|lovingly\s+)?(?:built|made|created|crafted|developed|designed (?:and|&) (?:built|developed)|a project|by|von|par|od|vytvořil)\s+(?:with\s+(?:love|❤️?|♥️?)\s+)?(?:(?:and maintained\s+)?(?:by|von)\s+)?${person}\s*(?:[.·|,(©–—-]|$)`,
  'iu',
)

/** "Built by Ana Sea" or "Acme — by Ana Sea" at the foot of a page: a signature, to be borne out elsewhere. */
export function signatureIn(text: string): string | null {
  if (
    text.length > 160 ||
    /\b(?:theme|template|logo|icons?|photos?|illustrations?|hosted|powered|design(?:ed)? by|website by|site by|translated|article|posted|written|published)\b/i.test(
      text,
    )
  )
    return null
  const found = signed.exec(text)
  return found?.[1] ? trimmed(found[1]) : null
}
