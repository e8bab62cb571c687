/* How a product is sold where no price is told: by what is used, inside what is free, beside it. */
import { denies } from './prices.ts'
import { wordsIn } from '../words/words_in.ts'

const payAsYouGo =
  /(?<!\p{L})(?:pay[- ](?:as[- ]you[- ]go|per[- ](?:use|report|request|query|scan))|usage[- ]based|(?:you )?(?:only )?pay (?:only )?for what you use|metered|nach verbrauch|à l['’]usage|pago por uso|a consumo|betal (?:bare|kun) for det du bruger?|betal (?:bare|kun) for det du bruker|betala (?:bara|endast) för det du använder|betaal alleen (?:voor )?wat je gebruikt|zahl\p{L}* (?:sie )?nur,? was (?:sie|du|ihr) (?:nutz|verbrauch)\p{L}*|payez (?:uniquement|seulement|que) ce que vous|pag\p{L}+ s[oó](?:lo)?(?:lamente)? (?:por )?lo que (?:us|consum)\p{L}+|pag\p{L}+ solo (?:per )?(?:quello|ciò|quel) che|pague (?:só|apenas) (?:pelo|o) que|kullandığın\p{L}* kadar öde\p{L}*|płać za (?:to|tyle),? (?:co|ile)|платите только за)(?!\p{L})|\d\s?%\s(?:per|of each|of every|pro|par|por)\s\p{L}|従量課金|按量(?:付费|计费)|종량제/iu
/** "You pay by the litre", in the words of the page. */
const paysBy =
  /^(?:you (?:only )?pay|pay|você paga|pague|paga|pagas|vous payez|payez|sie zahlen|du zahlst|zahlen sie|zaplatíte|platíte|płacisz|je betaalt|du betalar|du betaler) (?:per|by the|por|par|pro|à la|al|alla|za|ved) \p{L}+[.!]?$/iu

export const paysPerUse = (text: string): boolean =>
  (payAsYouGo.test(text) || paysBy.test(text)) && !denies(text)

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

const buying = wordsIn('prices').saying('buying')
export const sellsNow = (text: string): boolean => text.length < 60 && buying.test(text)
