/*
 * What a sentence says about money: an amount with what it is paid for, a plan that costs nothing, a trial that is
 * none, a product that is free altogether. The words of it, in many languages, stand in words/prices.txt.
 */
import { matching } from '../page/by_text.ts'
import { says } from '../page/reading.ts'
import { deniesThing, deniesVerb } from '../proof/cues.ts'
import { tokens } from '../proof/words.ts'
import { wordsIn } from '../words/words_in.ts'

const { anyOf, saying } = wordsIn('prices')

const currency = String.raw`(?:(?:US|NZ|CA|AU|HK|MX|[ACRS])?\p{Sc}|${anyOf('currencies')})`
const number = String.raw`\d{1,3}(?:[ ,.’'\u00a0\u202f]\d{3}){1,3}(?:[.,]\d{1,2})?(?!\d)|\d{1,7}(?:[.,]\d{1,4})?`
const price = String.raw`(?:${currency}\s?(${number})|(?<!\d|\d[.,])(${number})(万)?\*?\s?${currency})`
const whole = String.raw`(?<![~≈A-Za-z–-])${price}(?![\dkKM%]|[.,]\d)`
const anywhere = new RegExp(whole, 'giu')
const another = new RegExp(whole, 'iu')
const beside = new RegExp(String.raw`^\s*[/|·]?\s*${price}`, 'iu')

const holder = String.raw`(?:(?:active\s*)?${anyOf('holders')}(?:\s*[/,·]?\s*(?:per\s*|a\s*|pro\s*|par\s*|al\s*)?))?`
const per = String.raw`(?:\/|per|pro|par|im|por|à l['’]|je|each|every|a|an|al|ao|en|za|na|na|i|om|il|в|за|на|w|per|ang|每|毎|في|\d)`
const period = String.raw`(?<!\p{L})${per}\s*(?:\d+\s*|\p{L}+ (?:und|and|et|y|e|i|en|och|og) )?${holder}\s*${anyOf('spans')}|\/\s*${holder}\s*${anyOf('spans')}`
const direct = new RegExp(String.raw`^[^\p{L}\d/.;]{0,4}(?:${period}|${anyOf('recurrences')})`, 'iu')
const recurs = saying('recurrences')
const recurring = new RegExp(`${period}|${anyOf('recurrences')}`, 'iu')
export const once = saying('once')
const uses = new RegExp(
  String.raw`(?<!\p{L})(?:per|pro|par|por|je|za|voor|for each|for every|el|la|le|il|all['’])\s+(?:[\d.,]+\s?k?\s)?(?:api )?${anyOf('uses')}|\/\s?(?:1k|1m|(?:[\d.,]+\s?)?${anyOf('uses')})`,
  'iu',
)
const counted = new RegExp(String.raw`^\D{0,8}1\s?(?:件|通|回|分|次|건|회)\s*\D{0,4}$`, 'u')
const notOurs = saying('others_prices')
const notPaid = saying('not_paid')
const instead = saying('instead_of')
const fee = saying('fees')
const unsubscribed = saying('not_subscribed')
const renewal = saying('renewals', 'recurrences')
const list = saying('lists')

/** Prices that are somebody else's, compared, or only for getting started. */
export const isOthers = matching(notOurs)
export const isFee = (text: string): boolean => fee.test(text)
export const headsPrices = matching(list)
export const isPeriod = (text: string): boolean => direct.test(text) || once.test(text)
export const deniesSubscription = (text: string): boolean => unsubscribed.test(text)
export const saysRenewed = (text: string): boolean => renewal.test(text) && !denies(text)

export type Amount = { value: number; kind: 'recurring' | 'once' | 'usage' | 'plain' }

const numberOf = (text: string): number => {
  const digits = text.replace(/[ ’'\u00a0\u202f]/g, '')
  return Number(
    /^0[.,]\d|[.,]\d{1,2}$/.test(digits)
      ? digits.replace(/[.,](?=\d{3}[.,])/g, '').replace(',', '.')
      : digits.replace(/[.,]/g, ''),
  )
}

/** The clause of a text that a place lies in: what stands before it, and after it up to the next price. */
function clauseAround(text: string, from: number, to: number): [string, string] {
  const before = text.slice(0, from)
  const began = Math.max(
    ...[', ', '; ', '. ', '。', '、', ' · ', ' — ', ' – '].map((stop) => before.lastIndexOf(stop)),
  )
  const rest = text.slice(to)
  const end = rest.search(/[,;.]\s|[。、]| · |\.$/)
  const after = end < 0 ? rest : rest.slice(0, end)
  const next = another.exec(after)
  return [before.slice(Math.max(0, began)), after.slice(0, next?.index).split(instead)[0] ?? '']
}

const kindOf = (text: string, before: string, after: string, near: { label: string; next: string }) => {
  const below = near.next.length < 60 ? near.next : ''
  if (direct.test(after) || (after.trim() === '' && direct.test(below))) return 'recurring'
  if (
    uses.test(after) ||
    counted.test(before) ||
    (after.trim() === '' && below.length < 40 && /^\W{0,2}per\W/.test(below) && uses.test(below))
  )
    return 'usage'
  if (once.test(after) || once.test(before)) return 'once'
  if (recurring.test(after) || recurs.test(before) || /(?<!\d)[月월年연]\s*$/u.test(before))
    return 'recurring'
  if (below.length < 40 && once.test(below)) return 'once'
  if (/^\W*(?:per|pro|par|por|\/)/i.test(below) && recurring.test(below)) return 'recurring'
  if (recurs.test(near.label)) return 'recurring'
  return once.test(text) || once.test(near.label) ? 'once' : 'plain'
}

/**
 * The first price of a line or a sentence that is to be paid. The line after it may hold its period, the label before
 * it what it is for. One that tells no period must stand nearly alone.
 */
export function amountIn(text: string, near = { label: '', next: '' }): Amount | null {
  if (!/\d/.test(text) || notOurs.test(text) || /[?？؟]\s*$/.test(text)) return null
  for (const found of text.matchAll(anywhere)) {
    const to = found.index + found[0].length
    // A price struck out, or the same in other currencies.
    if (beside.test(text.slice(to))) continue
    const [before, after] = clauseAround(text, found.index, to)
    if (/[~≈]\s*$/.test(before) || /^\s*\*\s*$/.test(after)) return null
    if (notPaid.test(before) || notPaid.test(after) || fee.test(before) || fee.test(near.label)) continue
    const value = numberOf(found[1] ?? found[2] ?? '') * (found[3] ? 10_000 : 1)
    if (!Number.isFinite(value)) continue
    const kind = kindOf(text, before, after, near)
    // A price of nothing is a plan only by itself: "€0 / remote" is a fee, "€0 for 30 days" a trial.
    if (value === 0 && !/^\D{0,30}0(?:[.,]0{1,2})?\D{0,24}$/.test(text.split(/[,،(]/)[0]!)) return null
    const label = text.slice(0, found.index)
    const alone = text.length <= 70 && label.length <= 34 && !/\d(?!\s?\p{L})/u.test(label)
    return alone || kind !== 'plain' ? { value, kind } : null
  }
  return null
}

const trial = new RegExp(`${anyOf('trials')}|(?<![\\d.,])\\d+[\\s-]?${anyOf('days')}`, 'iu')
export const isTrial = (text: string): boolean => trial.test(text)

const costless = anyOf('free')
/** A plan that costs nothing beside others that do not. */
const freePlan = new RegExp(
  [
    `${costless}[ -]?${anyOf('plans')}`,
    `${anyOf('plans')}[ -]?(?:ist |est |es |è |is |är |er |je |jest )?${costless}`,
    String.raw`(?<!\p{L})(?:start(?:s|en)? (?:for )?free (?:with|up to|and upgrade)|always free|free users?)(?!\p{L})`,
    `${costless} \\(?${anyOf('limits')}`,
    `\\d\\s?\\S{0,12} ?${anyOf('limits')}(?: \\S+){0,2} ?${costless}`,
    `${anyOf('limits')} \\d+(?: \\S+){0,2} ${costless}`,
    `${anyOf('cores')}(?: \\S+){0,6}? ?${costless}`,
    `${costless} ${anyOf('cores')}`,
    '基本機能は\\S{0,14}無料',
  ].join('|'),
  'iu',
)
/** An account is made for nothing where all that it does is paid, too. */
const joins =
  /(?<!\p{L})(?:creat|sign|regist|open|cré|inscri|ouvr|erstell|eröffn|anmeld|crea|abr|cri|apri|iscriv|aanmaken|vytvoř|zaregistr|załóż|zarejestr|skapa|opret|oppret|созда|зарегистр)\p{L}*(?: \S+){0,4} (?:account|compte|konto|cuenta|conta|účet|аккаунт)(?!\p{L})(?! (?:plan|tier))/iu
const freeHeading =
  /^(?:free|kostenlos|gratuit|gratis|gratuito|grátis|zdarma|無料|免费|무료|community|бесплатно|bezpłatny|darmowy|ücretsiz|مجاني|free (?:plan|tier|forever)|無料プラン|免费版|무료 플랜|الخطة المجانية)$/iu
const paidHeading =
  /^(?:pro|plus|premium|business|team|teams|enterprise|starter|growth|scale|professional|basic|standard|agency|unlimited|ultimate|プレミアム|有料|pro \+|ビジネス|프리미엄|专业版|企业版)(?: (?:plan|tier|edition))?$|^(?:custom(?: pricing)?|contact (?:us|sales)|talk to (?:us|sales)|let['’]s talk|auf anfrage|sur devis|na vyžádání|お問い合わせ|문의)$/iu

export const isFreeHeading = (text: string): boolean => freeHeading.test(text)
export const isPaidHeading = (text: string): boolean => paidHeading.test(text)

const gone =
  /(?<!\p{L})(?:no longer|not available|unavailable|discontinued|closed|ended|existing customers|retired|withdrawn|sold out|nicht mehr|eingestellt|plus disponible|ya no|non più|niet meer|již není|coming soon|not yet)(?!\p{L})/iu
export const isGone = (text: string): boolean => gone.test(text)

export const denies = (text: string): boolean =>
  tokens(text).some(({ word }) => deniesThing.has(word) || deniesVerb.has(word) || word === 'instead')

/** "Is there a free plan?" */
export const asksForFreePlan = (text: string): boolean =>
  text.length < 120 && /[?？؟]\s*$/.test(text) && freePlan.test(text) && !isTrial(text)

/** Whether there is one, not what it is like. */
export const asksWhether = (text: string): boolean =>
  /(?<!\p{L})(?:is there|do you (?:have|offer)|have you|can i get|gibt es|habt ihr|haben sie|y a-t-il|avez-vous|existe|hay|tenéis|tienen|c['’]è|esiste|avete|há|tem|czy (?:jest|istnieje|macie|oferujecie)|existuje|máte|je k dispozici|is er|hebben jullie|finns det|har ni|er der|har i|finnes det|var mı|есть ли|чи є)(?!\p{L})|ありますか|有.{0,12}吗|있나요|هل (?:توجد|هناك|لديكم)/iu.test(
    text,
  )

/** "There is no free plan": yes is 'plan', no is 'denied', neither ''. */
export function saysFreePlan(sentence: string): 'plan' | 'denied' | '' {
  if (!ofCost.test(sentence)) return ''
  const found = freePlan.exec(sentence)
  // What is asked is not said, whatever the answer.
  if (!found || /[?？؟]/.test(sentence.slice(found.index))) return ''
  const before = sentence.slice(0, found.index)
  const after = sentence.slice(found.index)
  const verbs = (text: string): boolean =>
    tokens(text.replace(/\b(?:with|and) no\b/gi, '')).some(
      ({ word }) => deniesVerb.has(word) && word !== 'never',
    )
  if (
    verbs(after.split(/[,;:—]\s/)[0] ?? '') ||
    denies(before.split(/[,;:—]\s/).at(-1) ?? '') ||
    isGone(sentence)
  )
    return 'denied'
  if (verbs(after) || denies(before)) return ''
  if (isTrial(sentence) || aside.test(sentence) || joins.test(sentence)) return ''
  return /\bfree (?:for|to) (?:\d+ )?(?:days?|weeks?|months?)\b|\bfree until\b/i.test(sentence) ? '' : 'plan'
}

const gratisWord = new RegExp(costless, 'iu')
const nothing = saying('nothing_paid')
/** "Costs nothing.": below the name of a plan this is its price. */
export const saysNothingPaid = (sentence: string): boolean =>
  sentence.length < 60 && nothing.test(sentence) && !isTrial(sentence) && !/[?？؟]/.test(sentence)

const ofPlan = saying('plans')
/** Something costs nothing, and nobody could tell whether it is a plan. */
export const leavesOpen = (sentence: string): boolean =>
  (freeHeading.test(sentence) ||
    saysNothingPaid(sentence) ||
    (gratisWord.test(sentence) && ofPlan.test(sentence.replace(gratisWord, ' ')))) &&
  !isTrial(sentence) &&
  !isGone(sentence) &&
  !aside.test(sentence) &&
  !libre.test(sentence) &&
  !joins.test(sentence) &&
  !/[?？؟]\W*$/.test(sentence) &&
  !denies(sentence.replace(nothing, ' '))

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

/** What is free is something beside the product: "free delivery", "kostenlose Erstberatung". */
const things = String.raw`(?:shipping|delivery|consultation|assessment|demo|call|quote|returns?|samples?|webinar|course|e-?book|guide|template|newsletter|parking|wifi|wi-fi|breakfast|estimate|updates?|support|download sample|lieferung|versand|erstberatung|beratung\p{L}*|livraison|devis|envío|presupuesto|diagnóstico|consulenza|spedizione|preventivo|wysyłka|doprava|verzending|frakt|kargo|kurulum|destek|camping|parkplatz|credits?|months?|weeks?|days?|minutes?|hours?|space|memory|ram|hosting|domain|certificates?|api keys?|консультаци\p{L}*|аудит\p{L}*|обновлени\p{L}*|доставк\p{L}*)(?!\p{L})`
const aside = new RegExp(
  String.raw`${costless}(?: \S+){0,2} ${things}|(?<!\p{L})${things}(?: \S+){0,3} ${costless}`,
  'iu',
)
const libre =
  /\bfree[-\s]+(?:and[-\s]+open[-\s]+source[-\s]+)?software\b|free\/libre|\blibre\b|-free\b|\bfree (?:of (?!charge|cost)|from|form|text|up|memory|space|ram|list|variable|standing)|\bfeel free\b|permission is hereby granted|free to (?:copy|modify|redistribute|share|distribute|use, copy)|free as in|freedom|\bfree source\b|\bfree-(?:form|standing|floating|hand|range|flowing|text|threaded|running|roaming)\b/i
const part =
  /\bfor (?:students|teachers|non-?profits?|personal|individuals?|solo|small|up to|the first|startups?|non-?commercial|open[- ]source projects)\b|プラン|枠|요금제|套餐|\btarif|\b(?:tiers?|plans?|pro|premium|paid|pay (?:only|as|for|per|what)|upgrade|wallet|charged?|accounts?|version|partners?|affiliates?|resellers?)\b|(?<!\p{L})up to(?!\p{L})/iu
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
  String.raw`(?<!\p{L})(?:ist|sind|est|es|è|é|jest|je|is|är|er|on)(?: \p{L}+){0,2} ${costless}(?!\p{L}|${forSome})|は無料|免费使用|бесплатн|ücretsizdir`,
  'iu',
)

const ofCost = new RegExp(`${costless}|free|cost|pays|no subscription`, 'iu')

/** Does the sentence say that the product, whole and for everybody, costs nothing? */
export function saysFree(sentence: string, names: string[], head: boolean, spoken_of = false): boolean {
  if (sentence.length > 500 || !ofCost.test(sentence)) return false
  if (isTrial(sentence) || libre.test(sentence) || /[?？؟]\W*$/.test(sentence)) return false
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
  if (head && sentence.length < 60 && /^\P{L}*$/u.test(sentence.slice(0, wholly.exec(sentence)?.index ?? 60)))
    return true
  if (named && /\b(?:nobody|no one) (?:ever |has to )*pays? (?:to use|for)\b/i.test(sentence)) return true
  const low = sentence.toLowerCase()
  for (const name of names) {
    const at = low.indexOf(name.toLowerCase())
    if (at === -1) continue
    const after = low.slice(at + name.length)
    if (
      /^[®™]?\s*(?:is|was|remains|will always be|is and will always be)\s+(?:(?:a|an|the|and|open|source|open-source|fully|completely|totally|entirely|simple|small|fast|modern|,)\s*){0,5}free\b(?!\s+(?:and|&)\s+open[-\s]source\s*(?:software|project|tool)?[.,]?$)/.test(
        after,
      ) ||
      /^[®™]?\s*is (?:open[- ]source and free|free and open[- ]source)\b/.test(after)
    )
      return true
  }
  return head && ((sentence.length < 70 && shortFree.test(sentence)) || calledFree.test(sentence))
}
