/** Does a line speak of this company? By its name, by "we", by the section or page it stands in; and of no other. */
import type { Line } from '../page/lines.ts'
import { legalForm, letters } from '../page/own_names.ts'
import { type Reading, says } from '../page/reading.ts'
import { isPersonName } from './person_names.ts'
import { tokens } from '../proof/words.ts'
import { deniesVerb, hedges } from '../proof/cues.ts'

const ours =
  /(?<![\p{L}\p{N}])(?:this (?:project|company|app|software|product)|we|our|us|i|my|wir|unser\p{L}*|uns|nous|notre|nos|nosotros|nuestr\p{L}+|noi|nostr\p{L}+|nós|nosso|nossa|wij|onze|nasz\p{L}*|naše|náš|jsme|vi|vår|biz|bizim)(?![\p{L}\p{N}])|当社|弊社|私たち|我们|本公司|우리|نحن/iu
/** Headings under which a company speaks of itself. */
export const homeHeading =
  /(?<![\p{L}\p{N}])(?:contact|imprint|impressum|verantwortlich\p{L}*|controller|[ée]diteur|herausgeber|anbieter|angaben gemäß|responsible|address|adresse|anfahrt|about|company|legal notice|legal|get in touch|reach us|head ?office|headquarters|write to us|visit us|kontakt|über uns|anschrift|mentions légales|à propos|contacto?s?|contatti|chi siamo|nosotros|sobre|aviso legal|quem somos|over ons|o nas|o nás|om oss|hakkımızda|iletişim|our story|history|team|founders?|gründer|équipe|equipo)(?![\p{L}\p{N}])|会社概要|運営会社|お問い合わせ|联系|关于|회사 ?소개|اتصل|من نحن|عن/iu
const company =
  /(?<![\p{L}\p{N}])(\p{Lu}[\p{L}\p{N}&'’.-]*(?: [\p{Lu}&][\p{L}\p{N}&'’.-]*)*),? (?:GmbH|AG|Ltd|Limited|LLC|Inc|S\.?L|S\.?A\.?S?|SAS|SARL|UG|BV|B\.V|Lda|Sp\.? z o\.? ?o|s\.r\.o|S\.r\.l|OÜ|Oy|AB|ApS|A\/S|S\. de R\.L|e\.K|KG|OHG)(?![\p{L}\p{N}])/u

/** "No. 12" and "No: 12" count; they deny nothing. */
export const hasDenial = (text: string): boolean =>
  tokens(text.replace(/(?<!\p{L})no[.:°]{0,2}\s?\d/giu, ' ')).some(({ word }) => deniesVerb.has(word))

export const isDenied = (text: string): boolean =>
  hasDenial(text) ||
  tokens(text).some(
    ({ kind, word }) =>
      kind === 'word' && hedges.has(word) && !/^(?:plans?|aims?|si|se|als|om|wollen|others?|al)$/.test(word),
  )

export const isOurName = (name: string, site: Reading): boolean => {
  const key = letters(name)
  return (
    key !== '' &&
    site.own.some(
      (own) => own === key || (own.length > 3 && key.includes(own)) || (key.length > 3 && own.includes(key)),
    )
  )
}

/** A firm with its legal form that is not this one. */
export function namesAnother(text: string, site: Reading): boolean {
  const found = company.exec(text)?.[1]
  return found !== undefined && !isOurName(found, site)
}

/** Our own firm with its legal form. */
export function isOurFirm(text: string, site: Reading): boolean {
  const found = company.exec(text)?.[1]
  return found !== undefined && isOurName(found, site)
}

export const saysName = (text: string, site: Reading): boolean => says(text, [...site.names, ...site.called])
export const saysWe = (text: string): boolean => ours.test(text)

export function isOfUs(text: string, line: Line, site: Reading): boolean {
  const near = line.heads.at(-1)?.text ?? ''
  const atHome = line.region === 'footer' || (near.length < 80 && homeHeading.test(near))
  if (namesAnother(text, site) && !atHome) return false
  if (saysName(text, site) || saysWe(text)) return true
  return (
    atHome ||
    ((line.page === 'about' || line.page === 'imprint' || line.page === 'contact') && line.heads.length <= 1)
  )
}

const nouns =
  'company|business|firm|studio|shop|store|agency|start-?up|project|app|software|product|tool|practice|brewery|bakery|winery|workshop|cooperative|' +
  'unternehmen|firma|betrieb|\\p{L}+betrieb|werkstatt|agentur|verein|projekt|manufaktur|büro|' +
  'entreprise|société|maison|atelier|agence|boutique|projet|association|domaine|empresa|compañía|bodega|taller|tienda|estudio|agencia|proyecto|negocio|' +
  'azienda|società|impresa|bottega|ditta|agenzia|progetto|cantina|oficina|loja|estúdio|agência|projeto|marca|companhia|' +
  'bedrijf|zaak|winkel|werkplaats|stichting|spółka|pracownia|sklep|przedsiębiorstwo|společnost|dílna|obchod|' +
  'företaget|bolaget|firmaet|virksomheden|bedriften|selskapet|yritys|компания|фирма|студия|мастерская|проект|şirket(?:imiz)?|firmamız|işletmemiz'
const ones =
  "the|our|this|my|die|das|der|unsere?r?|dieses?|la|le|l['’]|notre|cette|el|nuestr[oa]|esta|il|lo|nostr[oa]|questa|a|o|nossa|nosso|de|het|ons|onze|nasza|naše|vår|vårt|наша"
const stories =
  'story|journey|adventure|history|geschichte|histoire|aventure|historia|aventura|storia|avventura|história|verhaal|historie'
const firm = `(?:(?:(?:${ones}) ?)(?:(?:small|little|young|tiny|humble|family(?:-run|-owned)?|independent|kleines?|junges?|petite?|jeune|pequeñ[oa]|joven|piccol[oa]|giovane|pequen[oa]|jovem|klein|jong|small family) )?|^\\P{L}*)(?:${nouns})`
const firmAtEnd = new RegExp(`(?<!\\p{L})${firm}$`, 'iu')
const firmAtStart = new RegExp(`^${firm}(?! (?:of|for|de|von) )(?!\\p{L})`, 'iu')
const weAtEnd =
  /(?<!\p{L})(?:we|wir|uns|nous|nosotros|noi|nós|wij|we['’]ve|my|мы|biz)$|(?:当社|弊社|私たち|我々|我们公司|我们|本公司|우리|당사|저희)$/iu
/** Verbs of being, adverbs, times and places between a subject and its verb, or before both. */
const between = new RegExp(
  '[\\s,:–—·|•(-]+$|(?<!\\p{L})(?:was|were|is|are|been|has|have|had|got|first|originally|officially|initially|itself|itself|wurden?|ist|sind|est|sont|été|ont|fue|fueron|es|è|stata|stato|sono|foi|foram|é|jest|została|został|byl[ao]?|je|är|er|blev|ble|werd|werden|on|a|has|roku|roce|was|im jahr|jahre|anno|année|año|ano|vuonna|år)$|' +
    "(?<!\\p{L})(?:(?:back )?(?:in|im|en|em|nel|w|v|i|anno|vuonna|in het jahr|im jahr|im jahre|en el año|l['’]année|on \\d{1,2} \\p{L}+|in \\p{L}+) )?(?:roku |roce |år )?(?:1[89]|20)\\d\\d(?: (?:yılında|году|roku))?$|" +
    '(?<!\\p{L})\\p{Lu}\\p{L}+ \\p{Lu}\\p{L}+(?: ve \\p{Lu}\\p{L}+ \\p{Lu}\\p{L}+)? tarafından$|(?<!\\p{L})(?:by|von|par|por|da|door|przez|av|af) \\p{Lu}\\p{L}+ \\p{Lu}\\p{L}+(?: (?:and|und|et|y|e|en|i|och|og) \\p{Lu}\\p{L}+ \\p{Lu}\\p{L}+)?$|' +
    '(?:1[89]|20)\\d\\d年(?:\\d{1,2}月)?(?:\\d{1,2}日)?に?$|[はがはがはが은는이가]$|' +
    '(?<!\\p{L})(?:in|à|en|a|em|te|w|v|i) \\p{Lu}\\p{L}+$',
  'iu',
)

/**
 * Is the company the subject that a text, cut before a verb, ends with? 'none' where nothing but a time stands there:
 * "Founded in 2019, we …" leaves the subject to what follows.
 */
export function subjectOf(head: string, site: Reading): 'ours' | 'none' | 'other' {
  let text = head.replace(/\([^)]*\)/g, ' ').trim()
  for (let shorter = ''; shorter !== text;) {
    shorter = text
    text = text.replace(between, '').trim()
  }
  if (text === '') return 'none'
  if (weAtEnd.test(text) || firmAtEnd.test(text) || isWhatWeAre(text, site)) return 'ours'
  const called = namesAtEnd(text, site)
  if (
    called === null &&
    isPersonName(head.trim()) &&
    head.split(' ').some((word) => site.own_words.has(word.toLowerCase()))
  )
    return 'ours'
  if (called === null)
    return /(?<!\p{L})(?:it|they|elle|sie|ella|essa)$/iu.test(text) && startsWithUs(text, site)
      ? 'ours'
      : 'other'
  const before = called.trim()
  const story = new RegExp(`(?<!\\p{L})(?:${stories})(?: (?:of|von|de|di|da|van))?$`, 'iu').test(before)
  const linked =
    /(?<!\p{L})(?:of|for|with|at|to|by|like|von|für|mit|bei|pour|avec|chez|para|con|voor|dla|z|für|from|using)$/iu.test(
      before,
    )
  return story || !linked ? 'ours' : 'other'
}

/** "We are a family business", "Acme is a studio": said of us, and of nobody linked to us. */
function isWhatWeAre(text: string, site: Reading): boolean {
  const said =
    /^(?:we['’]re|(.{0,60}?)\s?(?<!\p{L})(?:are|is|ist|sind|sommes|est|somos|es|siamo|è|somos|é|zijn|jesteśmy|jest|jsme|je|är|er)) (.+)$/iu.exec(
      text,
    )
  if (
    !said ||
    /(?<!\p{L})(?:of|for|with|by|to|from|von|für|mit|de|para|con|per|di|voor|dla|pour)(?!\p{L})/iu.test(
      said[2]!,
    )
  )
    return false
  return (
    (!said[1] || startsWithUs(said[1], site)) && new RegExp(`(?<!\\p{L})(?:${nouns})$`, 'iu').test(said[2]!)
  )
}

/** What stands before a name of ours at the end of a text; null where none does. */
function namesAtEnd(text: string, site: Reading): string | null {
  const bare = (legalForm.exec(`${text} `)?.[1] ?? text)
    .replace(/[®™"”»]+$/, '')
    .replace(/ (?:development|project|service|platform|projekt|projet)$/i, '')
  const name = [...site.names, ...site.called]
    .toSorted((one, other) => other.length - one.length)
    .find((one) => bare.toLowerCase().endsWith(one.toLowerCase()))
  if (name === undefined) return null
  const before = bare.slice(0, bare.length - name.length)
  return /[\p{L}\p{N}-]$/u.test(before) ? null : before
}

/** Does the text begin with the company: "we …", "our bakery …", "Acme, …"? */
export function startsWithUs(text: string, site: Reading): boolean {
  const said = text.replace(/^\P{L}*/u, '')
  if (
    /^(?:we|wir|nous|nosotros|noi|nós|wij|мы|biz)(?!\p{L})|^(?:当社|弊社|我们|우리)/iu.test(said) ||
    firmAtStart.test(said)
  )
    return true
  const low = said
    .replace(/^(?:the|die|der|das|la|le|el|il|o|a|de|firma|společnost|компания|شركة) /iu, '')
    .toLowerCase()
  return [...site.names, ...site.called].some(
    (name) =>
      low.startsWith(name.toLowerCase()) &&
      /^(?:$|[^\p{L}\p{N}\s'’-]|\s(?:\p{Ll}|\p{Lo}|$|\(|[–—])|\s(?:GmbH|Ltd|Inc|LLC|AG|SAS|Lda|S\.))/u.test(
        said.slice(said.length - low.length + name.length),
      ),
  )
}
