/** What a person's name looks like. */

/** Two capitals near each other: no name is without, but in scripts that have none. */
export const mayName = /\p{Lu}\S*(?:\s+\S+){0,3}?\s+\p{Lu}/u

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
const firms = new Set(
  (
    'red hat, jane street, hewlett packard, morgan stanley, goldman sachs, blue origin, ' +
    'deutsche telekom, general electric, bell labs, sun microsystems, open source, mozilla firefox, ' +
    'palo alto, thought works, booz allen, wells fargo, general motors, british telecom'
  ).split(', '),
)
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
    if (organisation.has(low) || notNames.has(low) || /['’](?:ve|m|d|ll|s|re)$/.test(low)) return false
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

/** Names in scripts without capitals: believed only where a label says whose they are. */
export const isWideName = (text: string): boolean =>
  !/公司|团队|品牌|我们|项目|企业|会社|우리|대표|여성|저희/u.test(text) &&
  /^[\p{Script=Han}]{1,3}[ 　]?[\p{Script=Han}\p{Script=Hiragana}]{1,3}$|^\p{Script=Hangul}{2,4}$/u.test(
    text.trim(),
  )

const and = '(?:and|und|et|y|e|en|i|a|och|og|ve|ile|ja|és|&|и)'
const named = String.raw`(?:\p{Lu}[\p{L}'’.-]*|(?:de|van|von|der|den|da|dos|del|della|di|la|le)(?!\p{L}))`
export const person = String.raw`${named}(?:\s+${named}){1,4}`
/** One person or several: "Ana Sea, Ben Ort and Cy Dee". */
export const people = String.raw`(${person}(?:\s*(?:,|,?\s+${and})\s+${person}){0,5})`

/** "Dr. Ana Sea" is Ana Sea. */
export const honorific =
  /^(?:(?:Dr|Prof|Professor|Mr|Mrs|Ms|Sir|Ing|Dipl|Mag|Mgr|Dott|Dra)\.?\s+)+(?=\p{Lu})/u

/** Trims what a pattern took too much of: "Eric S. Raymond on" never matches, "Raymond. It" could. */
function trimmed(raw: string): string | null {
  let words = raw
    .replace(/(?<![.,;:])[.,;:]+$/, '')
    .replace(honorific, '')
    .replace(/^(?:de|da|von|van|den|der|di|la|le|\S+['’][dt][ae]n?)\s+(?=\p{Lu})/u, '')
    .replace(
      /^\p{Lu}\p{L}+(?:erin|istin|wältin|eurin|meister|ingenieur|[it]iker|designer|architekt|berater|entwickler|anwalt|lehrer|unternehmer)(?:in)?\s+(?=\p{Lu}\S+\s\p{Lu})/u,
      '',
    )
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

/** The people of a list; none where one of them is none. */
export function peopleOf(list: string): string[] {
  const names = list.split(new RegExp(String.raw`\s*,\s*(?:${and}\s+)?|\s+${and}\s+`, 'u')).map(trimmed)
  const [first] = names
  const upTo = names.indexOf(null)
  return (upTo < 0 ? names : first ? names.slice(0, upTo) : []) as string[]
}
