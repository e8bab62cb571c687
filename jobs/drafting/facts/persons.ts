/** The sentences that make somebody a founder. */
import { type Reading, says } from '../page/reading.ts'
import { people, peopleOf, person } from './person_names.ts'
import { startsWithUs, subjectOf } from './subject.ts'

const makers =
  '[Ff]ounded|[Cc]o-?founded|[Ss]tarted|[Cc]reated|written|[Ii]nvented|originally (?:written|created|developed)|conceived|[Ss]et up|' +
  '[Gg]egründet|entwickelt|[Ff]ondée?|[Cc]réée?|[Ff]undad[oa]|[Cc]read[oa]|[Cc]riad[oa]|[Cc]reat[oa]|[Ff]ondat[oa]|' +
  '[Zz]ałożon[aey]|[Zz]alož(?:en|il)[aoý]?|vytvořen[ao]?|[Oo]pgericht|[Gg]rundades|[Gg]rundlagt|[Gg]rundat|[Ss]tiftet|основан[ао]?'
const by = '(?:by|von|par|por|da|de|od|door|przez|av|af)'
const founderWord =
  '(?:co-?)?founders?|(?:mit)?gründer(?:in(?:nen)?)?|(?:co-?)?fondateurs?|(?:co-?)?fondatrices?|(?:co)?fundador(?:a|as|es)?|(?:co)?fondator[ei]|(?:co)?fondatric[ei]|(?:spolu)?zakladatel(?:ka|é)?|(?:mede)?oprichters?|(?:współ)?założyciel(?:e|ka|em|ką|ami)?|(?:med)?grundare|(?:med)?stifter|kurucu(?:lar)?(?:ımız)?|основател[ьи]'
/** "by siblings Ana and Ben Sea" */
const whoTheyAre =
  '(?:(?:the |two |three |four )?(?:siblings|brothers|sisters|twins|friends|cousins|engineers|designers|developers|students|Brüder[n]?|Geschwistern?|Schwestern|Freunden?|frères|sœurs|amis|hermanos|hermanas|amigos|fratelli|sorelle|amici|irmãos)\\s+)?'
const passive = new RegExp(
  String.raw`(?<!\p{L})(?:${makers})(?!\p{L})([^.;:!?]{0,60}?)\s+${by}\s+${whoTheyAre}${people}`,
  'gu',
)
/** "Acme wurde 2011 von Ana Sea und Ben Ort gegründet." */
const verbLast = new RegExp(
  String.raw`(?<!\p{L})(?:wurden?|werd|is|blev|ble)\s+(?:[^.;:,]{0,30}?\s)?(?:von|door|av|af)\s+${people}(?=\s(?:[^.;:]{0,40}\s)?(?:gegründet|ins Leben gerufen|opgericht|grundlagt|grunnlagt|stiftet))`,
  'u',
)
const began =
  '(?:founded|co-?founded|started|began|created|wrote|invented|set up|gründeten?|haben|hat|(?:a|ont) (?:co-?)?(?:fondé|créé)|' +
  'fund(?:ó|aron|ou|aram)|cre(?:ó|aron)|criou|criaram|h?a(?:nno)? (?:fondato|creato)|fond(?:ò|arono)|založil[aiy]?|vytvořil[ai]?|' +
  'założył[aiy]?|założyli|richt(?:t)?en?|grundade|startade|stiftede|основали?)'
const begins = new RegExp(String.raw`\s${began}\s`, 'u')
const active = new RegExp(
  String.raw`^(?:[^.]{0,40}?\s)??${people},?\s+(?:who\s+)?(?:first\s+|originally\s+)?${began}\s+(.{1,60})`,
  'u',
)
/** "2015 gründeten Ana Sea und Ben Ort die Acme GmbH." */
const inverted = new RegExp(
  String.raw`(?<!\p{L})(?:gründeten?|fundó|fundaron|fondò|fondarono|założył[ai]?|założyli|založil[ai]?|grundade)\s+(?:[^.;]{0,30}?\s)??${people}`,
  'u',
)
const turkish = new RegExp(String.raw`${people}\s+tarafından\s+.{0,30}kurul`, 'u')
const arabicName = String.raw`(\p{Script=Arabic}{2,}\s\p{Script=Arabic}{2,})`
const arabic = new RegExp(
  String.raw`(?:على يد|أسسها|أسسه|المؤسسان|المؤسسون)\s*:?\s+${arabicName}(?:\s+و${arabicName})?`,
  'u',
)
const author = `(?:author|creator|inventor)s?|${founderWord}`
const authored = new RegExp(author, 'iu')
/** "Ana Sea, founder of Acme", "Ana Sea is the author of Acme". */
const authorOf = new RegExp(
  String.raw`^${people}(?:\s+<?[\w.+-]+@[\w.-]+>?)?,?\s+(?:(?:(?:is|was|are|were|,|–|—|-|ist|est|es|è|é)\s+)?(?:the|a|one of the|die|der|la|le|el|il)?\s*(?:original\s+|sole\s+|main\s+|principal\s+)?(${author})(?:\s+(?:&|and)\s+\S+)?\s+(?:of|behind|von|de|du|di|da|van|od)\s+)(.{1,60})`,
  'iu',
)
/** "Our founder, Ana Sea", "Co-founders Ana Sea and Ben Ort": of us only where nothing says of whom else. */
const ourFounder = new RegExp(
  String.raw`(?:^(?:the\s+|die\s+|les\s+|los\s+|i\s+)?|(?<!\p{L})(?:our|unsere?r?|notre|nos|nuestr[oa]s?|nostr[oia]|onze|nasz[ai]?|naši?)\s+)(?:${founderWord}),?\s+${people}`,
  'iu',
)
const iAm = new RegExp(
  String.raw`\b(?:I['’]m|I am|my name is|ich bin|je suis|soy|sono)\s+${people},?\s+(?:(?:and\s+)?(?:(?:the|a|an|der|die|le|la|el)\s+)?(?:\w+\s+)?(?:maker|developer|author|creator|entwickler(?:in)?|${founderWord})\b\s*)(?:(?:of|behind|von|de|di)\s+(.{1,60}))?`,
  'iu',
)
const labelled = new RegExp(
  String.raw`^((?:${founderWord}|founder (?:&|and) ceo|ceo (?:&|and) (?:co-?)?founder))(?:\s+(?:of\s|von\s|de\s|di\s|da\s|van\s)?(\p{L}[\p{L}\d .-]{1,30}?))?\s*(?:[:：–—-]|\s(?:is|are|ist|sind|est|sont|es|son|è|sono|é|jest|je|är|er)\s)\s*${people}`,
  'iu',
)

export const founderTitle =
  /(?<!\p{L})(?:founders?|co-?founders?|founding (?:partner|ceo)|gründer(?:in)?|mitgründer(?:in)?|gründungs(?:mitglied|partner)|fondateurs?|cofondateurs?|(?:co)?fondatrice|(?:co)?fundador(?:a)?|(?:co)?fondatore|zakladatel(?:ka)?|spoluzakladatel(?:ka)?|(?:mede)?oprichter|(?:med)?grundare|perustaja|(?:współ)?założyciel(?:ka)?|kurucu(?: ortak)?|основател[ья])(?!\p{L})|創業者|共同創業者|창업자|공동창업자|创始人|創辦人|مؤسس|المؤسس/iu

export type Named = { name: string; title: string | null }

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

/** "Our founder Ana Sea", but not "founder Rick Moss of Harbour". */
function unlessOfAnother(sentence: string, names: string[]): string | undefined {
  const list = ourFounder.exec(sentence)?.[1]
  const last = list === undefined ? undefined : peopleOf(list).at(-1)
  if (list === undefined || last === undefined) return undefined
  const after = sentence.slice(sentence.indexOf(last) + last.length)
  // A title may stand alone: "Co-founder, Harbour Ventures". Somebody who does something is a person.
  if (!/^(?:,.{2,60}?,)?,?\s+\p{Ll}/u.test(after)) return undefined
  const of = /^,?\s+(?:of|at|from|von|bei|de|di|chez|@)\s+(.{1,40})/u.exec(after)?.[1]
  return of === undefined || isOurs(of, names) ? list : undefined
}

/** Two capitals near each other: no name is without, but in scripts that have none. */
const mayName = /\p{Lu}\S*(?:\s+\S+){0,3}?\s+\p{Lu}|\p{Script=Arabic}/u

/** The founders a sentence names, by what it says of them and of the product. */
export function foundersIn(raw: string, site: Reading, isOwnPage: boolean): Named[] {
  if (raw.length > 500) return []
  const names = [...site.names, ...site.called]
  const sentence = raw.replace(/\s*\([^)]{1,40}\)/g, '')
  if (!mayName.test(sentence)) return []
  const found: Named[] = []
  const add = (list: string | undefined, title: string | null): void => {
    for (const name of list ? peopleOf(list) : []) if (!says(name, names)) found.push({ name, title })
  }
  for (const made of sentence.matchAll(passive)) {
    const between = made[1]!.trim()
    const subject = subjectOf(sentence.slice(0, made.index), site)
    const isFounding = /^(?:co-?)?(?:found|fond|fund|gegr|za[lł]o|opger|grund|set up|stift|основ)/i.test(
      made[0],
    )
    const told = between.replace(/^(?:wurde|was|ist|est|fue)\s+/i, '')
    const plain = /^(?:[\d\s]|in|im|jahr|en|nel|em|w|v|i|år|roku|back|\p{Lu}\p{L}+)*$/iu.test(told)
    if (between !== '' && !plain) continue
    const isUs =
      subject === 'ours' ||
      (subject === 'none' && isFounding && (told === between || startsWithUs(told, site)))
    if (isUs) add(made[2], null)
  }
  const ended = verbLast.exec(sentence)
  if (ended && subjectOf(sentence.slice(0, ended.index), site) === 'ours') add(ended[1], null)
  const did = begins.test(sentence) ? active.exec(sentence) : null
  if (did && isOurs(did[2] ?? '', names)) add(did[1], null)
  const turned = inverted.exec(sentence)
  if (turned && says(sentence, names)) add(turned[1], null)
  if (sentence.includes('tarafından')) add(turkish.exec(sentence)?.[1], null)
  const east = arabic.exec(sentence)
  for (const name of [east?.[1], east?.[2]]) if (name) found.push({ name, title: null })
  const wrote = authored.test(sentence) ? authorOf.exec(sentence) : null
  if (wrote && isOurs(wrote[3] ?? '', names))
    add(wrote[1], founderTitle.test(wrote[2] ?? '') ? (wrote[2] ?? null) : null)
  const me = iAm.exec(sentence)
  if (me && (me[2] === undefined || isOurs(me[2], names))) add(me[1], null)
  const label = labelled.exec(sentence)
  if (label && (label[2] === undefined || isOurs(label[2], names)))
    add(label[3], founderTitle.test(label[1]!) ? label[1]! : null)
  if (isOwnPage || /(?<!\p{L})(?:our|unser|notre|nos|nuestr|nostr|onze|nasz|naš)/iu.test(sentence))
    add(unlessOfAnother(sentence, names), null)
  return found.filter((one, at) => found.findIndex((other) => other.name === one.name) === at)
}

const signed = new RegExp(
  String.raw`(?:^|[·|—–-])\s*(?:(?:proudly\s+|lovingly\s+)?(?:built|made|created|crafted|developed|designed (?:and|&) (?:built|developed)|a project|by|von|par|od|vytvořil)\s+(?:with\s+(?:love|❤️?|♥️?)\s+)?(?:(?:and maintained\s+)?(?:by|von)\s+)?)(${person})\s*(?:[.·|,(©–—-]|$)`,
  'iu',
)

/** "Built by Ana Sea" or "Acme — by Ana Sea" at the foot of a page: a signature, to be borne out elsewhere. */
export function signatureIn(text: string): string | null {
  if (
    text.length > 160 ||
    !mayName.test(text) ||
    /\b(?:theme|template|logo|icons?|photos?|illustrations?|hosted|powered|design(?:ed)? by|website by|site by|translated|article|posted|written|published)\b/i.test(
      text,
    )
  )
    return null
  const found = signed.exec(text)
  return found?.[1] ? (peopleOf(found[1])[0] ?? null) : null
}
