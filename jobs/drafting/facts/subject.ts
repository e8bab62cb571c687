/** Does a line speak of this company? By its name, by "we", by the section or page it stands in; and of no other. */
import type { Line } from '../page/lines.ts'
import { letters } from '../page/own_names.ts'
import { type Reading, says } from '../page/reading.ts'
import { tokens } from '../proof/words.ts'
import { deniesVerb, hedges } from '../proof/cues.ts'

const ours =
  /(?<![\p{L}\p{N}])(?:this (?:project|company|app|software|product)|we|our|us|i|my|wir|unser\p{L}*|uns|nous|notre|nos|nosotros|nuestr\p{L}+|noi|nostr\p{L}+|nós|nosso|nossa|wij|onze|nasz\p{L}*|naše|náš|jsme|vi|vår|biz|bizim)(?![\p{L}\p{N}])|当社|弊社|私たち|我们|本公司|우리|نحن/iu
/** Headings under which a company speaks of itself. */
export const homeHeading =
  /(?<![\p{L}\p{N}])(?:contact|imprint|impressum|verantwortlich\p{L}*|controller|[ée]diteur|herausgeber|anbieter|angaben gemäß|responsible|address|adresse|anfahrt|about|company|legal notice|legal|get in touch|reach us|head ?office|headquarters|write to us|visit us|kontakt|über uns|anschrift|mentions légales|à propos|contacto?s?|contatti|chi siamo|nosotros|sobre|aviso legal|quem somos|over ons|o nas|o nás|om oss|meistä|yritys|nossa história|hakkımızda|iletişim|our story|history|team|founders?|gründer|équipe|equipo)(?![\p{L}\p{N}])|会社概要|運営会社|お問い合わせ|联系|关于|회사 ?소개|اتصل|من نحن|عن/iu
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
