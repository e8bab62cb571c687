import { plain, typesOf } from '../page/json_ld.ts'
import { cleanName, titleParts } from '../facts/names.ts'
import type { Found, ReadPage } from '../profile.ts'
import { letters } from '../page/own_names.ts'
import { evidenceFrom, type Reading } from '../page/reading.ts'

/** Words of a page about a page: what holds one is a heading, not a tagline. */
const notTaglines =
  /\b(?:documentation|docs|faqs?|manual|guide|quick ?start|handbook|tutorial|reference|home ?page|table of contents|contents|changelog|release notes|overview|version \d|copyright|cookies?|not found|enable javascript|sign in|log ?in|anleitung|handbuch|welcome|news|index|official (?:site|website)|get started|download(?:s| now)?|pricing|introduction|find out more|learn more|read more|click here|contact us|what we (?:offer|do)|who we are|our (?:services|products|mission|story|team)|follow us|loading|coming soon|menu)\b|문서|目次|ドキュメント|文档|frequently asked|\b\d+\.\d+(?:\.\d+)?\b/i
/** A greeting, news, a sale, a call to act or a banner about data: said to a visitor, not of the product. */
const announces =
  /^(?:welcome|willkommen|bienvenue|bienvenid|bem-vind|benvenut|welkom|witaj|witamy|v[íi]t[ea]jte|välkommen|velkommen|tervetuloa|hoş ?geldin|üdvözöl|bun venit|добро пожаловать|ласкаво просимо|добре дошли|καλώς|selamat datang|chào mừng|مرحب|أهلا|ברוכ|hello|hi there|(?:new|neu|nouveau|nuevo|novo|nuovo|nieuw|nowość|nyhet|uusi|новое)\s?[:!–—])|ようこそ|欢迎|歡迎|환영|(?<!\p{L})(?:out now|now (?:available|live|open|shipping)|available (?:now|on (?:ios|android|steam|the |google))|pre-?orders?|wishlist|just (?:launched|released|another wordpress)|jetzt (?:erhältlich|verfügbar)|est (?:arrivée?|disponible|sortie?)|ya (?:está )?disponible|já disponível|già disponibile|nu (?:beschikbaar|tillgänglig)|już dostępn\p{L}*|уже доступ\p{L}*|value your privacy|black friday|limited offer|summer sale|\d{1,3} ?% (?:off|rabatt|de descuento|de réduction|di sconto|zniżki|korting|de desconto|indirim|скидк\p{L}*))(?!\p{L})|配信中|発売中|上线|출시|^[¡!]?(?:sign up|register|subscribe|download|descarga|baixe|baixar|télécharge\p{L}*|scarica|lade|laden|pobierz|stáhn\p{L}+|скача\p{L}+|buy|order|book|try|start|join|get|request|claim|jetzt|prueba|pruébal\p{L}|essaye\p{L}*|prova|teste|testen|probier\p{L}*|wypróbuj|vyzkoušej\p{L}*)(?!\p{L})(?:.*(?<!\p{L}))(?:free|now|today|trial|demo|gratis|gratuit\p{L}*|kostenlos\p{L}*|heute|jetzt|oggi|subito|hoy|ahora|grátis|hoje|agora|aujourd['’]hui|maintenant|nu|vandaag|dziś|teraz|zdarma|бесплатно|сейчас|за darmo)(?!\p{L})/iu
/** The firm's full name is no tagline. */
const legalForm =
  /\b(?:GmbH|UG|AG|KG|Inc|LLC|Ltd|Limited|Corp|S\.?A\.?S?|S\.?r\.?l|s\.r\.o|B\.?V|Oy|ApS|Pty|株式会社)\.?$/
const wide = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/

function looksLikeTagline(text: string, names: string[]): boolean {
  const key = letters(text)
  if (key.length < 8 && !(wide.test(text) && key.length >= 5)) return false
  if (text.length > 140 || notTaglines.test(text) || announces.test(text) || legalForm.test(text))
    return false
  if (names.some((name) => letters(name) === key)) return false
  if (/\s[|/]\s|^[^:]{1,30}:\s/.test(text)) return false
  const words = text.split(/[\s-]+/).filter((word) => /\p{L}/u.test(word))
  return wide.test(text) ? key.length >= 5 : words.length >= 3
}

/** What is left of a title or heading when the name at its head or tail is taken away. */
function withoutName(text: string, names: string[]): string {
  const parts = titleParts(text)
  const keys = new Set(names.map((name) => letters(name)))
  const kept = parts.filter((part) => !keys.has(letters(cleanName(part))))
  if (parts.length > 1 && kept.length < parts.length && kept.length > 0) return kept[0] ?? ''
  for (const name of names) {
    const low = text.toLowerCase()
    if (low.startsWith(name.toLowerCase())) {
      const rest = text.slice(name.length).replace(/^\s*[®™©]*\s*[-–—:|,.]*\s*/, '')
      // "Acme is the …" is a sentence and stays whole; "Acme Image Processing System" loses its name.
      if (
        /^\s|^[®™©:|–—-]|^\.\s/.test(text.slice(name.length)) &&
        !/^(?:is|are|lets|helps|makes|gives|turns|was|can)\b/i.test(rest)
      ) {
        return rest
      }
    }
  }
  return text
}

/** The first sentence where a heading holds a slogan and then an explanation. */
function firstSentence(text: string): string {
  if (text.length <= 60 && !wide.test(text)) return text
  const cut = /^(.{5,110}?[。！？])\s*\S|^(.{25,110}?[.!?])\s+\p{Lu}/u.exec(text)
  return cut?.[1] ?? cut?.[2] ?? text
}

function slogan(page: ReadPage): string {
  for (const thing of page.json_ld) {
    const said = plain(thing['slogan'])
    if (said !== '' && typesOf(thing).length > 0) return said
  }
  return ''
}

/**
 * The sentence a product goes by: its slogan, the one great heading of the start page, or what its title
 * says beside the name; else the line under the heading. Documentation without one stays blank.
 */
export function findTagline(reading: Reading): Found<string> {
  const { start, names } = reading
  const said = slogan(start)
  if (looksLikeTagline(said, names)) return { value: said, evidence: [evidenceFrom(start, said, 'json-ld')] }
  const heads = start.blocks.filter((block) => block.level === 1 && !block.hidden && !block.foreign)
  const ofTitle = withoutName(start.title, names)
  const titled = (): Found<string> =>
    ofTitle !== start.title && looksLikeTagline(ofTitle, names)
      ? { value: ofTitle, evidence: [evidenceFrom(start, ofTitle, 'meta')] }
      : null
  const headed = (): Found<string> => {
    const head = heads[0]
    if (!head) return null
    const value = withoutName(firstSentence(head.text), names)
    if (!looksLikeTagline(value, names)) return null
    return spaced(value, reading) ?? { value, evidence: [evidenceFrom(start, head.text)] }
  }
  const named =
    heads[0] && names.some((name) => letters(cleanName(heads[0]?.text ?? '')).startsWith(letters(name)))
  const chosen =
    (named && !headed() ? underHeading(reading) : null) ??
    (heads.length === 1 ? (headed() ?? titled()) : (titled() ?? headed()))
  if (chosen) return chosen
  return socialTitle(reading) ?? underHeading(reading) ?? secondHeading(reading)
}

/** Parts of a heading that only style sets apart stand without spaces: the title or description may say them with. */
function spaced(value: string, { start }: Reading): Found<string> {
  const glued = [...value.replace(/\s+/g, '')]
  if (glued.length < 8 || !/\s/.test(value)) return null
  const same = new RegExp(glued.map((letter) => RegExp.escape(letter)).join('\\s*'), 'iu')
  const described = ['og:description', 'description', 'og:title'].map((name) => start.metas.get(name) ?? '')
  for (const text of [...described, start.title]) {
    const said = same.exec(text)?.[0] ?? ''
    if (said.split(/\s+/).length > value.split(/\s+/).length)
      return { value: said, evidence: [evidenceFrom(start, text, 'meta')] }
  }
  return null
}

function underHeading(reading: Reading): Found<string> {
  const { start, names } = reading
  const at = start.blocks.findIndex(
    ({ level, text }) =>
      (level === 1 && names.some((name) => letters(text).startsWith(letters(name)))) ||
      ((level === 1 || level === 2) && text.length <= 140 && announces.test(text)),
  )
  const told = announces.test(start.blocks[at]?.text.slice(0, 140) ?? '')
  if (at === -1 || (notTaglines.test(start.title) && !told)) return null
  for (const [index, block] of start.blocks.slice(at + 1, at + 4).entries()) {
    if (block.sample || block.foreign || block.hidden || block.tag === 'li') continue
    // A row of links is a menu, whatever its words.
    const linked = start.links.filter((link) => link.block === at + 1 + index)
    if (told && linked.length > 0) continue
    if (linked.reduce((sum, link) => sum + link.text.length, 0) * 2 > block.text.length) continue
    const short = block.text.length <= 100 && !/^https?:|^v?\d/.test(block.text)
    if (short && looksLikeTagline(block.text, names))
      return { value: block.text, evidence: [evidenceFrom(start, block.text)] }
  }
  return null
}

/** Without a usable first heading: a second-level one that opens the page, before any paragraph. */
function secondHeading(reading: Reading): Found<string> {
  const { start, names } = reading
  if (notTaglines.test(start.title)) return null
  for (const block of start.blocks) {
    if (block.sample || block.foreign || block.hidden || block.region !== 'main') continue
    if (block.tag === 'p') return null
    const heads = block.level === 2 || block.level === 3
    if (heads && looksLikeTagline(block.text, names))
      return { value: block.text, evidence: [evidenceFrom(start, block.text)] }
  }
  return null
}

function socialTitle(reading: Reading): Found<string> {
  const { start, names } = reading
  const title = start.metas.get('og:title') ?? ''
  const rest = withoutName(title, names)
  if (rest === title || !looksLikeTagline(rest, names)) return null
  return { value: rest, evidence: [evidenceFrom(start, rest, 'meta')] }
}
