/** Addresses of scripts that write them in one go: "石川県金沢市片町1-4". */
import { wordsIn } from '../words/words_in.ts'
import { Wording } from '../words/wording.ts'

const { anyOf } = wordsIn('places')
/** Each with the countries that write it so. */
const whole: [countries: string, RegExp | Wording][] = [
  [
    'JP',
    /^(?=.*(?:〒\s?\d{3}|所在地|住所|\d[-−ー丁]\d*)|\p{Script=Han}{2,3}[県都府道]\p{Script=Han}{1,5}[市区](?:$|[(（])|.*[町丁通目]\d+$|.*\d+番(?:地)?\d*号?$).*?(?:東京都|北海道|(?:京都|大阪)府|\p{Script=Han}{2,3}県)(\p{Script=Han}{1,5}?市|(?<=東京都)\p{Script=Han}{1,3}区)?/u,
  ],
  // "石川県金沢市在住"
  [
    'JP',
    /(?:\p{Script=Han}{2,3}[府県])?(\p{Script=Han}{1,4}?市)(?:\p{Script=Han}{1,4}区)?(?:在住|で暮らし|に住[んみ])/u,
  ],
  [
    'CN',
    /(?:中国|地址[:：]\s?(?:中国)?)(?:\p{Script=Han}{2,3}省)?(\p{Script=Han}{2,3}市).*?[路街道].*?\d+\s?号/u,
  ],
  ['TW', /(\p{Script=Han}{2}[市縣])\p{Script=Han}{1,3}[區鄉鎮市].*?[路街道].*?\d+\s?號/u],
  ['CN', /(\p{Script=Han}{2}市)\p{Script=Han}{1,4}[区县].*?[路街道].*?\d+\s?号/u],
  [
    'KR',
    /(?:대한민국|주소|(?=.{0,40}[구군동읍면]\s.{0,20}[로길]\s?\d)).{0,12}?(?:\p{Script=Hangul}{2,4}도\s)?(\p{Script=Hangul}{2,3}(?:특별시|광역시|특별자치시|시))\s.*\d/u,
  ],
  [
    'RU KZ BY',
    new Wording(
      String.raw`^(?=.*${anyOf('beside_gorod')}).*?(?<!\p{L})г(?:ород|\.)\s?(\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+(?=,))?)`,
      'u',
    ),
  ],
]

const wide = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Cyrillic}]/u
export const isWide = (text: string): boolean => wide.test(text)

export function wideAddress(
  text: string,
): { country: string | null; city: string | null; countries: string[] } | null {
  for (const [list, pattern] of isWide(text) ? whole : []) {
    const match = pattern.exec(text)
    const countries = list.split(' ')
    if (match) return { country: countries.length === 1 ? list : null, city: match[1] ?? null, countries }
  }
  return null
}
