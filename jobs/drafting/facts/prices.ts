/*
 * What a sentence says about money, in the languages sites are written in: an amount with its period, a plan that
 * costs nothing, a trial that is none, a product that is free altogether.
 */
import { says } from '../page/reading.ts'
import { deniesThing, deniesVerb } from '../proof/cues.ts'
import { tokens } from '../proof/words.ts'

const currency = String.raw`(?:[A-Z]{1,3}\$|[$€£¥₩₹₽₺]|(?:USD|EUR|GBP|CHF|CZK|PLN|TRY|JOD)(?![A-Za-z])|Kč|zł|TL(?!\p{L})|руб(?:\.|лей)?(?!\p{L})|грн(?!\p{L})|円|元|원|kr\.?(?!\p{L})|Ft(?!\p{L})|دينار|دنانير|ريال|درهم|euros?(?!\p{L}))`
const amount = String.raw`0[.,]\d{1,6}|\d{1,3}(?:[ ,.’'\u00a0]\d{3}){1,3}(?:[.,]\d{1,2})?|\d{1,7}(?:[.,]\d{1,2})?`
const price = String.raw`(?:${currency}\s?(${amount})|(${amount})\s?${currency})`
const who = String.raw`(?:(?:active\s*)?(?:user|seat|member|person|employee|developer|dev|editor|agent|site|shop|nutzer|benutzer|mitarbeiter|utilisateur|usuario|utente|uživatel|gebruiker|użytkownik|ユーザー|店舗)s?\s*[/,·]?\s*(?:per\s*|a\s*|pro\s*|par\s*|al\s*)?)?`
const span = String.raw`(?:mo|mth|months?|years?|yr|weeks?|monat|jahr|mois|an|mes|año|mese|anno|mês|ano|měsíc|měsíčně|rok|ročně|maand|jaar|miesiąc|miesięcznie|månad(?:en)?|mån|måned(?:en)?|mnd|md|år(?:et)?|kk|kuukausi|vuosi|hó|hónap|ay|yıl|月|年|월|년|месяц|мес)(?!\p{L})`
const period = String.raw`(?:\/|per|pro|par|im|por|à l['’]|je|each|every|每|毎|ヶ?月|في الشهر)\s*(?:\d+\s*|\p{L}+ (?:und|and|et|y|e|i|en|och|og) )?${who}${span}|شهرياً|شهريا|سنوياً|aylık|yıllık|měsíčně|miesięcznie|monatlich|jährlich|mensuels?|mensual(?:es)?|mensil[ei]|maandelijks|p\/m|p\.m\.|pcm|monthly|yearly|annually|per annum`
/** Words too common to say a period anywhere but right behind a price: "$5 a month". */
const nearPeriod = new RegExp(
  String.raw`^.{0,24}?(?<!\p{L})(?:al|a|an|za|na|i|om|il|в|за)\s*(?:\d+\s*)?${who}${span}`,
  'iu',
)
const recurring = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:${period})|\/\s*${who}${span}|(?:月額|年額|월|매월|毎月|每月)\s*[^\s\d]?\d`,
  'iu',
)
const periodFirst = new RegExp(String.raw`^\W{0,3}(?:${period}|${who}\/)`, 'iu')
/** Does a heading or a cell say for how long a price holds? */
export const tellsPeriod = (text: string): boolean =>
  recurring.test(text) ||
  periodFirst.test(text) ||
  /(?<!\p{L})(?:school year|schuljahr|année scolaire|rok szkolny|月額|年額|毎月|每月|매월)/iu.test(text)
const once =
  /(?<!\p{L})(?:one[- ]time|one[- ]off|once|lifetime|for life|yours forever|perpetual|perpetua|perpétuelle?|einmalig\p{L}*|paiement unique|achat unique|une (?:seule )?fois|pago único|compra única|pagamento único|una tantum|jednorázov\p{L}*|jednorazow\p{L}*|eenmalig\p{L}*|engångs\p{L}*|tek seferlik|dożywotni\p{L}*)(?!\p{L})|買い切り|買切|买断|평생|一次性/iu
const usage =
  /(?<!\p{L})(?:per|pro|par|por|je|za|per|voor) (?:[\d.,]+\s?k? )?(?:(?:api )?(?:requests?|sms|texts?|calls?|quer(?:y|ies)|emails?|mails?|e-mails?|messages?|minutes?|hours?|gb|tb|scans?|pages?|reports?|documents?|images?|tokens?|credits?|transactions?|orders?|bookings?|tickets?|events?|searches|conversions?|anfragen?|minute|seite|dokument|requête|appel|solicitud|richiesta|pedido|zapytanie))(?!\p{L})|\/\s?(?:1k|1m|gb|request|call|email|credit|scan|minute|page)(?!\p{L})/iu
/** "R$ 0,006 por litro": less than one of its money for each of something. */
const perThing = /^\S{0,4}\s?[\d.,]+\s?\S{0,4}\s(?:per|pro|par|por|for each|je|za|pr\.?|la|le)\s\p{L}/iu
const payAsYouGo =
  /(?<!\p{L})(?:pay[- ](?:as[- ]you[- ]go|per[- ](?:use|report|request|query|scan))|usage[- ]based|(?:you )?(?:only )?pay (?:only )?for what you use|metered|nach verbrauch|à l['’]usage|pago por uso|a consumo|betal (?:bare|kun) for det du bruker|betala (?:bara|endast) för det du använder|betaal alleen (?:voor )?wat je gebruikt|zahl\p{L}* (?:sie )?nur,? was (?:sie|du|ihr) (?:nutz|verbrauch)\p{L}*|payez (?:uniquement|seulement|que) ce que vous|pag\p{L}+ s[oó](?:lo)?(?:lamente)? (?:por )?lo que (?:us|consum)\p{L}+|pag\p{L}+ solo (?:per )?(?:quello|ciò|quel) che|pague (?:só|apenas) (?:pelo|o) que)(?!\p{L})|\d\s?%\s(?:per|of each|of every|pro|par|por)\s\p{L}|従量課金/iu
const standing = new RegExp(
  String.raw`^(?:\D{0,28}[:：]\s*|1\s?\p{Script=Han}{1,3}\s?)?(?:from|only|just|ab|nur|à partir de|dès|desde|da|od|vanaf|från|starting at|starts at|月額|年額|월|每月|毎月|or|\D{0,12} 月額)?\s*~?${price}(?![\d%kKmMbB+]|[.,]\d)`,
  'iu',
)
const anywhere = new RegExp(String.raw`(?<![~≈\d–-])${price}`, 'iu')
/** A price that is compared, estimated or somebody else's, wherever the sentence says so. */
const notOurPrice =
  /(?<!\p{L})(?:vs|unlike|instead of|compared?|than|example|e\.g|estimate[ds]?|calculator|sponsor\p{L}*|donat\p{L}*|backers?|alternatives?|competitors?|elsewhere|others?|provider|partners?|salary|anders als|contrairement|a diferencia)(?!\p{L})|資本金/iu
/** A price that is saved, given, fined or raised: said in the clause of the price. */
const notPaid =
  /[~≈]|\*\s*$|(?<!\p{L})(?:save[ds]?|saving|off|up to|worth|fine[sd]?|fee|cashback|raised?|funding|budget|invoice|refund|late|set-?up|onboarding|installation|einrichtung\p{L}*|shipping|delivery|versand\p{L}*|livraison|envío|spedizione|postage|deposit|capital|revenue|mrr|arr|percent|billion|million|bußgeld\p{L}*)(?!\p{L})|设置费|初期費用|가입비/iu
const noSubscription =
  /(?<!\p{L})(?:(?:pay|buy)(?: it)? once|no subscriptions?|not a subscription|kein abo\p{L}*|sans abonnement|sin suscripci[oó]n|senza abbonamento|sem assinatura|geen abonnement|bez abonamentu|bez předplatného)(?!\p{L})/iu
export const deniesSubscription = (text: string): boolean => noSubscription.test(text)

export type Amount = { value: number; kind: 'recurring' | 'once' | 'usage' | 'plain' }

const numberOf = (text: string): number => {
  const digits = text.replace(/[ ’'\u00a0]/g, '')
  if (/^0[.,]/.test(digits)) return Number(digits.replace(',', '.'))
  return Number(
    /[.,]\d{1,2}$/.test(digits)
      ? digits.replace(/[.,](?=\d{3})/g, '').replace(',', '.')
      : digits.replace(/[.,]/g, ''),
  )
}

/** The clause of a text that a place lies in. */
function clauseAt(text: string, at: number): string {
  const from = Math.max(text.lastIndexOf(', ', at), text.lastIndexOf('; ', at), text.lastIndexOf('. ', at))
  const end = text.slice(at + 1).search(/[,;.]\s/)
  return text.slice(Math.max(0, from), end < 0 ? text.length : at + 1 + end)
}

/** The price a line or a sentence gives as what is to be paid; the line after it may hold the period. */
export function amountIn(text: string, after = ''): Amount | null {
  if (!/\d/.test(text)) return null
  const alone = text.length <= 70 ? standing.exec(text) : null
  const found = alone ?? anywhere.exec(text)
  if (!found || notOurPrice.test(text) || /[?？؟]\s*$/.test(text)) return null
  if (notPaid.test(clauseAt(text, found.index))) return null
  const value = numberOf(found[1] ?? found[2] ?? '')
  if (!Number.isFinite(value)) return null
  const rest = text.slice(found.index)
  const near = clauseAt(rest, 0)
  const below = after.length < 60 && periodFirst.test(after)
  const kind =
    usage.test(rest) || (value > 0 && value < 1 && perThing.test(rest.slice(0, 60)) && !recurring.test(rest))
      ? 'usage'
      : once.test(near) && !recurring.test(near)
        ? 'once'
        : recurring.test(rest) ||
            nearPeriod.test(rest.split(/[,;]/)[0]!) ||
            below ||
            /(?:月額|年額|월|매월|毎月|每月|aylık|yıllık)\s*\D?\d/i.test(text)
          ? 'recurring'
          : once.test(text) || (alone !== null && after.length < 40 && once.test(after))
            ? 'once'
            : 'plain'
  // A price of nothing is a plan only by itself: "€0 / remote" is a fee, "€0 for 30 days" a trial.
  if (value === 0 && !/^\D{0,30}0(?:[.,]0{1,2})?\D{0,24}$/.test(text.split(/[,،(]/)[0]!)) return null
  return alone || kind !== 'plain' ? { value, kind } : null
}

const trial =
  /(?<!\p{L})(?:trial|try (?:it )?(?:for )?free|money[- ]back|testversion|test(?:phase|en)|probe(?:monat|zeit|abo|woche)?|essai|essayer|prueba|prova|zkušební|provalo|próbn\p{L}+|proef\p{L}*|prøve\p{L}*|deneme\p{L}*)(?!\p{L})|\b\d+[- ]?(?:days?|tagen?|tage|giorni|jours|días|dias|dní|dagen|dni|dagar|gün)\b|(?<!\d)\d+\s*日間|トライアル|お試し|체험|试用|試用|пробн|تجريب/iu
export const isTrial = (text: string): boolean => trial.test(text)

const costless = String.raw`(?:free|za darmo|sin cost[oe]|senza costi|sem custos?|kostenlos\p{L}*|gratuit\p{L}*|gratis|zdarma|bezpłatn\p{L}*|darmow\p{L}*|bezplatn\p{L}*|бесплат\p{L}*|безкоштовн\p{L}*|ücretsiz|ingyenes|ilmainen|ilmaiseksi|grátis)`
const limit = String.raw`(?:up to|for up to|for (?:one|1|two|2|three|3|the first|your first|solo|small|individuals?|personal)|with \d+|for \d+|until|bis(?: zu)?|jusqu['’]?(?:à|a)|hasta|fino a|até|tot(?: en met)?|do|op til|upp till|до|для|för|pour|para|für|per|\()`
/** A plan that costs nothing beside others that do not. */
const freePlan = new RegExp(
  String.raw`(?<!\p{L})(?:${costless}[ -](?:tier|plan|forever|version|edition|tarif|piano|account|konto)|(?:plan|tarif|version|piano|plano|versión|versione|offre|formule|verze|wersja|pakiet|konto|compte) ${costless}|start(?:s|en)? (?:for )?free (?:with|up to|and upgrade)|always free|free core|(?:core|basic|basis\p{L}*|grund\p{L}*|de base|básic\p{L}*|di base|základní|podstaw\p{L}*|kern)(?: [\p{L}’'-]+){0,4} ${costless}|${costless} ${limit})(?!\p{L})|基本\S{0,4}無料|無料プラン|無料版|免费版|免费套餐|(?:基础|基本|个人|標準|标准)版免费|무료 플랜|무료 요금제|الخطة المجانية|خطة مجانية`,
  'iu',
)
const freeUpTo = new RegExp(String.raw`\d \S+ kadar ${costless}|まで無料|까지 무료`, 'iu')
const freeHeading =
  /^(?:free|kostenlos|gratuit|gratis|gratuito|grátis|zdarma|無料|免费|무료|community|бесплатно|bezpłatny|darmowy|ücretsiz|مجاني|free (?:plan|tier|forever))$/iu
const paidHeading =
  /^(?:pro|plus|premium|business|team|teams|enterprise|starter|growth|scale|professional|basic|standard|agency|unlimited|ultimate|プレミアム|有料|pro \+|ビジネス|프리미엄|专业版|企业版)(?: (?:plan|tier|edition))?$|^(?:custom(?: pricing)?|contact (?:us|sales)|talk to (?:us|sales)|let['’]s talk|auf anfrage|sur devis|na vyžádání|お問い合わせ|문의)$/iu

export const isFreeHeading = (text: string): boolean => freeHeading.test(text)
export const isPaidHeading = (text: string): boolean => paidHeading.test(text)

const gone =
  /(?<!\p{L})(?:no longer|not available|unavailable|discontinued|closed|ended|existing customers|retired|withdrawn|sold out|nicht mehr|eingestellt|plus disponible|ya no|non più|niet meer|již není|coming soon|not yet)(?!\p{L})/iu
export const isGone = (text: string): boolean => gone.test(text)

const denies = (text: string): boolean =>
  tokens(text).some(({ word }) => deniesThing.has(word) || deniesVerb.has(word) || word === 'instead')

/** "Is there a free plan?" */
export const asksForFreePlan = (text: string): boolean =>
  text.length < 120 && /[?？؟]\s*$/.test(text) && freePlan.test(text) && !isTrial(text)

const gratisWord = new RegExp(String.raw`(?<!\p{L})${costless}(?!\p{L})|無料|免费|무료`, 'iu')
/** A part of the product costs nothing in the sentence that gives the price of the rest. */
export const saysFreeBeside = (sentence: string): boolean =>
  sentence
    .split(/[,;、，،]\s*|\s[–—-]\s/u)
    .some(
      (part) =>
        gratisWord.test(part) &&
        !/\d/.test(part) &&
        !isTrial(part) &&
        !isGone(part) &&
        !aside.test(part) &&
        !libre.test(part) &&
        !denies(part),
    )

export function saysFreePlan(sentence: string): boolean {
  const found = freePlan.exec(sentence) ?? freeUpTo.exec(sentence)
  if (!found || isTrial(sentence) || isGone(sentence)) return false
  // What is asked is not said, whatever the answer.
  if (/[?？؟]/.test(sentence.slice(found.index))) return false
  if (/\bfree (?:for|to) (?:\d+ )?(?:days?|weeks?|months?)\b|\bfree until\b/i.test(sentence)) return false
  const after = tokens(
    sentence.slice(found.index).replace(/\bno (?:time limits?|(?:credit )?card|sign-?up|ads)\b/gi, ' '),
  )
  if (after.some(({ word }) => deniesVerb.has(word) && word !== 'never')) return false
  return !denies(sentence.slice(0, found.index)) && !aside.test(sentence)
}

/** What is free is something beside the product: "free delivery", "kostenlose Erstberatung". */
const things = String.raw`(?:shipping|delivery|consultation|demo|call|quote|returns?|samples?|webinar|course|e-?book|guide|template|newsletter|parking|wifi|wi-fi|breakfast|estimate|download sample|lieferung|versand|erstberatung|beratung\p{L}*|livraison|devis|envío|presupuesto|consulenza|spedizione|preventivo|wysyłka|doprava|verzending|frakt|kargo|camping|parkplatz|credits?|months?|weeks?|days?|minutes?|hours?|space|memory|ram|hosting|domain|certificates?|api keys?)(?!\p{L})`
const aside = new RegExp(
  String.raw`(?<!\p{L})${costless}(?: \S+){0,2} ${things}|(?<!\p{L})${things}(?: \S+){0,3} ${costless}(?!\p{L})`,
  'iu',
)
const libre =
  /\bfree[-\s]+(?:and[-\s]+open[-\s]+source[-\s]+)?software\b|free\/libre|\blibre\b|-free\b|\bfree (?:of (?!charge|cost)|from|form|text|up|memory|space|ram|list|variable|standing)|\bfeel free\b|permission is hereby granted|free to (?:copy|modify|redistribute|share|distribute|use, copy)|free as in|freedom|\bfree source\b|\bfree-(?:form|standing|floating|hand|range|flowing|text|threaded|running|roaming)\b/i
const part =
  /\bfor (?:students|teachers|non-?profits?|personal|individuals?|solo|small|up to|the first|startups?|non-?commercial|open[- ]source projects)\b|プラン|枠|요금제|套餐|\btarif|\b(?:tiers?|plans?|pro|premium|paid|pay (?:only|as|for|per|what)|upgrade|wallet|charged?|accounts?|version)\b|(?<!\p{L})up to(?!\p{L})/iu
const entirely =
  /\b(?:free forever|forever free|100 ?% free|(?:completely|absolutely|totally|entirely|genuinely|always(?: be)?|truly) free\b|free of (?:charge|cost)|(?:provided|available|offered|maintained and provided) for free|free to use(?!,)|free for (?:everyone|everybody|all)|no subscription\b.{0,20}\bno (?:paywall|fees?|account)|at no cost|costs nothing|is free, always|kostenlos und werbefrei)\b|kostenlos zur Verfügung gestellt|完全無料|永久無料|本当に無料|完全免费|永久免费|완전 무료/i
/** "Free for the end customer" is not free for all. */
const forSome =
  ' (?:per|für|pour|para|voor|dla|pro|för|for|для) (?!alle|toi|vous|dich|sie|te|você|je|you|immer|altijd|zawsze|toujours|siempre|sempre|tutti|tous|todos|iedereen|wszystkich|všechny|alla|всех)'
/** "Entirely free" in other languages. */
const wholly = new RegExp(
  String.raw`(?<!\p{L})(?:dauerhaft|komplett|völlig|ganz|100 ?%|entièrement|totalement|complètement|totalmente|completamente|del tutto|helemaal|volledig|geheel|zcela|úplně|cel[áýé]|całkowicie|w pełni|helt|täysin|tamamen|полностью|совершенно) ${costless}(?!\p{L}|${forSome})`,
  'iu',
)
/** The product as the subject of a sentence: "die App", "l’application", "hra". */
const product = new RegExp(
  String.raw`^\P{L}*(?:(?:die|das|der|la|le|l['’]|el|il|o|a|de|het|this|the|diese?s?|notre|unsere?|deze|tato|ta) ?)?(?:app|software|tool|spiel|dienst|anwendung|appli(?:cation)?|logiciel|jeu|service|outil|aplicaci[oó]n|juego|servicio|herramienta|applicazione|gioco|servizio|aplicativo|jogo|serviço|programma|dienst|spel|aplikac[jie]+a?|gra|hra|služba|usługa|appen|spillet|spelet|tjänsten|sovellus|peli|palvelu|uygulama|oyun|приложение|игра|сервис)(?!\p{L})`,
  'iu',
)
/** "Free download." or "Free in the browser": a whole sentence about the product. */
const shortFree =
  /^\W*(?:free (?:download|app|forever|to (?:download|use|play|install)|and open[- ]source|in|on|for (?:chrome|firefox|mac|windows|ios|android|iphone|everyone))|download (?:it )?(?:for )?free|kostenlos (?:herunterladen|für alle)|gratis downloaden)(?!\p{L})/iu
const calledFree =
  /^(?:(?:a|an|the) free(?: and |,|-|\s)|free, |free [\p{L} ]{2,40}(?:app|tool|extension|game|library|service)\b)[\p{L}\s,&-]{0,200}/iu
const foreignFree = new RegExp(
  String.raw`(?<!\p{L})(?:ist|sind|est|es|è|é|jest|je|is|är|er|on)(?: \p{L}+){0,2} ${costless}(?!\p{L}|${forSome})|は無料|免费使用`,
  'iu',
)

const ofCost = new RegExp(`${costless}|free|cost|no subscription|無料|免费|무료`, 'iu')

/** Does the sentence say that the product, whole and for everybody, costs nothing? */
export function saysFree(sentence: string, names: string[], head: boolean, spoken_of = false): boolean {
  if (sentence.length > 500 || !ofCost.test(sentence)) return false
  if (isTrial(sentence) || libre.test(sentence) || /[?？]\P{L}*$/u.test(sentence)) return false
  if (
    /\b(?:not|isn['’]t|no longer|never|nicht|pas|ne|non)\s+(?:\w+\s+){0,2}(?:free|kostenlos|gratuit|gratis)/i.test(
      sentence,
    )
  )
    return false
  if (
    aside.test(sentence) ||
    (part.test(sentence) && !/\b(?:free forever|always (?:be )?free|free of charge)\b/i.test(sentence))
  )
    return false
  const named = says(sentence, names) || /\bthis (?:service|tool|app|site|software|product)\b/i.test(sentence)
  const meant = spoken_of && /^(?:\W*(?:yes|no)\W+)?(?:it|it['’]s)\b/i.test(sentence)
  if (entirely.test(sentence)) {
    if (named || meant || /^everything\b.*\bfree forever\b/i.test(sentence)) return true
    return head && !/\bfree of (?:charge|cost)\b|\bat no cost\b|costs nothing/i.test(sentence)
  }
  if ((named || (head && product.test(sentence))) && (foreignFree.test(sentence) || wholly.test(sentence)))
    return true
  if (head && sentence.length < 60 && wholly.test(sentence)) return true
  const low = sentence.toLowerCase()
  for (const name of names) {
    const at = low.indexOf(name.toLowerCase())
    if (at === -1) continue
    const after = low.slice(at + name.length)
    if (
      /^[®™]?\s*(?:is|was|remains|will always be|is and will always be)\s+(?:(?:a|an|the|and|open|source|open-source|fully|simple|small|fast|modern|,)\s*){0,5}free\b(?!\s+(?:and|&)\s+open[-\s]source\s*(?:software|project|tool)?[.,]?$)/.test(
        after,
      ) ||
      /^[®™]?\s*is (?:open[- ]source and free|free and open[- ]source)\b/.test(after)
    )
      return true
  }
  return head && ((sentence.length < 70 && shortFree.test(sentence)) || calledFree.test(sentence))
}

export const paysPerUse = (text: string): boolean => payAsYouGo.test(text) && !denies(text)

/** Sold inside what costs nothing to get. */
export const sellsInside = (text: string): boolean =>
  /in-app[ -](?:purchases?|käufe\p{L}*|aankopen|köp|kjøp|køb)|achats (?:in-app|intégrés)|compras (?:integradas|dentro de la app|in-app|na app)|acquisti in-app|zakupy w aplikacji|nákupy v aplikaci|uygulama içi satın|встроенные покупки|アプリ内課金|应用内购买|인앱 ?구매/iu.test(
    text,
  ) && !denies(text)

/** A line that sells something beside what is free. */
export const sellsMore = (text: string): boolean =>
  /\b(?:upgrade to (?:pro|premium|plus|a paid)|paid (?:plans?|tiers?|version|features?|subscription)|premium (?:plans?|version|features?|subscription)|pro (?:plans?|version|licen[cs]e)|buy (?:credits|a licen[cs]e)|pay (?:only )?(?:for what|as you)|(?:monthly|annual|yearly) subscription)\b/i.test(
    text,
  ) && !/\b(?:no|without|not|never|instead of|unlike|zero)\b/i.test(text)
