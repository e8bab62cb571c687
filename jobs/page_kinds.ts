/*
 * The kind of a page, by the words of its address and of the link or title that names it, in the languages sites are
 * written in; scripts without word gaps are matched anywhere in the text.
 */
type Kind = { name: string; weight: number; latin: RegExp; other: RegExp | null }

const kinds: Kind[] = [
  {
    name: 'pricing',
    weight: 100,
    latin:
      /\b(?:pricing|prices?|plans?|tiers|premium|buy|purchase|subscribe|membership|mitgliedschaft|abonnements?|adhesion|abbonamento|assinatura|suscripcion|lidmaatschap|preise?|tarife?|tarifs?|prix|precios?|planes|prezzi|preços|precos|planos|cenn?[ai]k|ceny|prijzen|tarieven|prislista|priser|hinnat|fiyat(?:lar)?|ucret(?:ler)?|rates|costs?|charges|fees|preis|kosten|prijs|cena|pris|hinta|prezzo|costi|precio|preco|tarifas|quanto-costa|was-kostet-das|acheter|acquista|comprar|kaufen|kopen)\b/,
    other: /価格|料金|プラン|가격|요금|价格|定价|價格|цен[аы]|тариф/,
  },
  {
    name: 'about',
    weight: 98,
    latin:
      /\b(?:about|about-?us|company|our-story|story|who-we-are|mission|history|what-is|ueber|uber|ueber-uns|unternehmen|a-propos|apropos|qui-sommes-nous|entreprise|acerca|sobre|quienes-somos|nosotros|nosotras|empresa|chi-siamo|azienda|over-ons|over|o-nas|om-oss|om-os|tietoa|hakkimizda|association|asociacion|associazione|associacao|verein|cooperatie|cooperative|presskit|press-kit|histoire|historia|storia|geschichte|what|us|me|studio|letter|editors-letter|monogatari|bottega|(?<=^ )(?:om|hello|behind|colophon|meet)(?= )|o-mnie|om-mig|om-meg|over-mij|ueber-mich|sobre-mi|sobre-mim|chi-sono|qui-suis-je|quem-sou|who-i-am|kaisha|kaihatsu|o-firmie|firma|chi-scrive|quien-escribe|qui-ecrit|wer-schreibt|wie|(?<=^ )(?:maker|makers|the-maker|the-makers)(?= ))\b/,
    other: /会社概要|私たち|企業情報|について|회사 ?소개|소개|关于|關於|公司|о (?:нас|компании|проекте)/,
  },
  {
    name: 'imprint',
    weight: 96,
    latin:
      /\b(?:imprint|impressum|legal-notice|legal-?information|anbieterkennzeichnung|mentions-legales|mentions|aviso-legal|note-legali|colofon|tiraz|company-information|tokushoho|tokutei|kontaktni-udaje)\b/,
    other: /特定商取引|運営会社|사업자 ?정보|公司信息|реквизиты/,
  },
  {
    name: 'faq',
    weight: 94,
    latin:
      /\b(?:faqs?|f-a-q|questions|frequently-asked|haeufige-fragen|fragen|foire-aux-questions|preguntas|preguntas-frecuentes|domande|perguntas|perguntas-frequentes|caste-dotazy|dotazy|vragen|veelgestelde-vragen|vanliga-fragor|fragor|pytania|otazky|sporsmal|spoergsmaal|answers|svar|qanda|dudas|duvidas|sss|gyik)\b/,
    other: /よくある(?:ご)?質問|자주 ?묻는|常见问题|常見問題|вопрос/,
  },
  {
    name: 'contact',
    weight: 90,
    latin:
      /\b(?:contacts?|contact-?us|get-in-touch|kontakt|kontakty|contactos?|contactez-nous|contatti|contatto|contatos?|anfahrt|find-us|visit-us|visit|enquiries|renraku|ubicacion|dove-siamo|yhteystiedot|iletisim)\b/,
    other: /お問い合わせ|問い合わせ|연락처|문의|联系|聯絡|聯繫|контакт/,
  },
  {
    name: 'team',
    weight: 88,
    latin:
      /\b(?:team|crew|people|founders?|authors?|maintainers?|credits|who|humans|zespol|maker|makers|sakusha|tsukurite|tsukutta-hito|wie|wer|chi|qui|quien|quienes|quem|kto|kdo|vem|hvem|equipe|equipo|our-team|unser-team|tym|autor(?:en|es|i)?|autoren|auteurs?|autorka|autora|autrice|equipa)\b/,
    other: /チーム|創業者|작성자|팀|团队|團隊|команда|авторы/,
  },
  {
    name: 'features',
    weight: 84,
    latin:
      /\b(?:features?|product|products|how-it-works|overview|why|solutions?|funktionen|fonctionnalites|caracteristicas|funcionalidades|funzionalita|funzioni|funkce|funkcje|funktioner|functies|ozellikler|kinou|vlastnosti|benefits|intro|introduction|general)\b/,
    other: /機能|特徴|기능|功能|产品|возможности/,
  },
  {
    name: 'terms',
    weight: 60,
    latin:
      /\b(?:terms|tos|legal|privacy|datenschutz|dpa|agb|conditions|cgu|cgv|confidentialite|privacidad|terminos|privacidade|termos|ochrana-osobnich-udaju|obchodni-podminky|support|community|help|refunds?|license|licence|copyright)\b/,
    other: /プライバシー|利用規約|개인정보|이용약관|隐私|条款|конфиденциальност/,
  },
]

const junk =
  /\b(?:log-?in|sign-?in|sign-?up|register|cart|checkout|account|dashboard|search|tags?|category|archives?|feed|rss|wp-json|wp-content|cgi-bin|cgi|print|share|edit|history|login|status|blog|news|posts?|releases?|changelog|case-study|case-studies|404|reset|password|logout|cookies?|author)\b/
const notPages =
  /\.(?:pdf|zip|gz|tgz|bz2|xz|rar|7z|exe|dmg|msi|deb|rpm|apk|appimage|png|jpe?g|gif|svg|webp|ico|avif|css|js|mjs|json|xml|rss|atom|txt|md|csv|mp[34]|webm|ogg|wav|mov|woff2?|ttf|jar|iso|asc|sig|yml|yaml|cgi|ics)$/i
const languageFolder = /^(?:[a-z]{2}|[a-z]{2}[-_][a-z]{2,4}|zh-han[st])$/i

/** The normalised address of a page: no fragment, no query, no index file. */
export function pageKey(url: string): string {
  const parsed = new URL(url)
  const path = parsed.pathname
    .replace(/\/(?:index|default)\.(?:html?|php|aspx?)$/i, '/')
    .replace(/\.html?$/i, '')
  return `${parsed.host.replace(/^www\./, '')}${path.replace(/\/+$/, '')}`
}

export function languageOf(path: string): string | null {
  const folder = path.split('/').find((part) => languageFolder.test(part))
  const suffix = /[._-]([a-z]{2})\.html?$/i.exec(path)?.[1]
  return (folder ?? suffix)?.slice(0, 2).toLowerCase() ?? null
}

/** Link text and path as plain words: "Über uns" and "/ueber-uns" become similar. */
function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
}

/** The product's folder: on shared hosts other folders belong to other people. */
function homeOf(start_url: string): string {
  const path = new URL(start_url).pathname
  return path.slice(0, path.lastIndexOf('/') + 1)
}

export type Judged = { url: string; kind: string; score: number }

/** How promising an address is, and the kind of its page; null if it is no page. */
export function judge(
  url: string,
  label: string,
  start_url: string,
  start_language: string | null,
): Judged | null {
  const parsed = new URL(url)
  let path = parsed.pathname
  try {
    path = decodeURIComponent(path)
  } catch {
    // A path with invalid percent-encoding is judged undecoded.
  }
  if (notPages.test(path) || parsed.search.length > 40) return null
  const home = homeOf(start_url)
  const inside = path.startsWith(home)
  const slug = plainWords(path.slice(inside ? home.length : 0))
  const words = slug.replace(/[/_.]+/g, ' ')
  const dashed = ` ${words} ${plainWords(label).replace(/\s+/g, '-')} ${plainWords(label)} `.slice(0, 600)
  let kind: Kind | null = null
  for (const candidate of kinds) {
    if (candidate.latin.test(dashed) || (candidate.other?.test(`${label} ${path}`.toLowerCase()) ?? false)) {
      kind = candidate
      break
    }
  }
  const depth = path.split('/').filter((part) => part !== '').length - home.split('/').filter(Boolean).length
  let score = kind?.weight ?? 40
  score -= Math.max(0, depth - 1) * 6
  if (!inside) score -= 15
  if (parsed.search !== '') score -= 20
  if (junk.test(words)) score -= kind ? 25 : 45
  const language = languageOf(path)
  if (language !== start_language && language !== null) score -= 30
  return { url: parsed.href.split('#')[0] ?? url, kind: kind?.name ?? 'other', score }
}

/** What a page is about, by its address and title: pricing, about, imprint, faq, contact, team, features, terms. */
export function pageKind(url: string, title: string, start_url: string): string {
  if (pageKey(url) === pageKey(start_url)) return 'start'
  const path = new URL(url).pathname.slice(homeOf(start_url).length)
  const judged = judge(url, title.slice(0, 80), start_url, null)
  const words = plainWords(path).replace(/[/_.]+/g, ' ')
  if (
    /\b(?:blog|news|posts?|vs|compare|comparison|alternatives?|changelog|releases?|case-stud(?:y|ies))\b/.test(
      words,
    )
  ) {
    return 'blog'
  }
  return judged?.kind ?? 'other'
}
