/** Founders in scripts without capitals, and in Chinese and Japanese without gaps between words. */
import type { CrawledSite } from '../page/reading.ts'
import { wordsIn } from '../words/words_in.ts'
import { isWideName } from './person_names.ts'
import { isDenied, withoutOurNames } from './subject.ts'

const founding = wordsIn('founding')
const wide = founding.anyOf('wide_founders')
const begun = founding.saying('wide_begun')

/** No particle is a part of a name: 和 joins two, 由 and 于 stand before and behind one. */
const han = String.raw`(?:(?![和与與及由于於在曾同])\p{Script=Han})`
const name = String.raw`(?:\p{Script=Han}{1,3}[ 　](?:\p{Script=Han}{1,3}|\p{Script=Hiragana}{2,3})|${han}{2}\p{Script=Hiragana}{1,2}(?:\p{Script=Hiragana}|${han})(?=[がは])|${han}{2,4}|\p{Script=Hangul}{2,4}?)`
const several = String.raw`(${name}(?:(?:[,，、]\s?|と|[和与與及]|[과와]\s)${name})*)`
const list = String.raw`(?<![\p{Script=Han}\p{Script=Hangul}])${several}`
const arabic = String.raw`\p{Script=Arabic}{2,}\s\p{Script=Arabic}{2,}`
const shownName = String.raw`(?:${han}{1,3}[ 　]?\p{Script=Hiragana}{2,3}|${han}{3,4})`
const nouns = [
  // "一人で作っている三浦陽介です", "三枝ほのかです。…ひとりで作っています"
  new RegExp(
    String.raw`(?:作って|つくって|開発して|運営して)いる、?(${shownName})(?:です|と申します|といいます)`,
    'gu',
  ),
  new RegExp(String.raw`^(${shownName})です。(?=.*(?:ひとり|一人)で(?:作|つく|開発|運営))`, 'gu'),
  new RegExp(
    String.raw`(?:^|[、。の])(\p{Script=Han}{1,3}[ 　]?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,3})(?:[（(][\p{Script=Hiragana}\s　]{2,16}[）)])?(?:と申します|といいます|と言います|(?<=はじめまして[、。]\S{2,8})です)`,
    'gu',
  ),
  new RegExp(String.raw`(${han}{1,3}[ 　](?:${han}{1,3}|\p{Script=Hiragana}{2,3}))\s?[(（]${wide}`, 'gu'),
  new RegExp(String.raw`(?:^|[/|·、，；]\s*)(${name})(?:[ 　]+|[ 　]?[(（])${wide}`, 'gu'),
  new RegExp(
    String.raw`(?:^|[/|·、，；]\s*|\s)${wide}(?:の|[ 　]+|\s?[:：]\s?)(${name})(?=[은는이가はがと]?(?:$|[ ,，、/|(（])|[はが])`,
    'gu',
  ),
  new RegExp(String.raw`^${wide}(${han}{2,3})(?=出身|毕业|畢業|曾|于|於|在|是)`, 'gu'),
  new RegExp(
    String.raw`(?:على يد|أسسها|أسسه|المؤسسان|المؤسسون)\s*:?\s+(${arabic})(?:\s+و(${arabic}))?`,
    'gu',
  ),
]
const namesOf = (texts: (string | undefined)[]): string[] =>
  texts
    .flatMap((text) => text?.split(/[,，、]\s?|と(?=\p{Script=Han})|[和与與及]|[과와]\s/u) ?? [])
    .filter((one) => isWideName(one) || /^\p{Script=Arabic}/u.test(one))

/** "北村 沙耶(創業者)" */
export const wideFounders = (text: string): string[] =>
  nouns.flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, ...names]) => namesOf(names)))

const doer = new RegExp(
  String.raw`${list}(?:[はが]|によ|と(?:ふたり|二人|一緒)|[은는이가]\s|에\s?의해|曾|[于於]\d|和我)`,
  'u',
)
const byWhom = new RegExp(String.raw`由${several}(?=[于於在共同联聯合创創发發\d])`, 'u')
/** Who does what a sentence tells. */
const doersOf = (text: string): string[] => [
  ...new Set(namesOf([byWhom.exec(text)?.[1] ?? doer.exec(text)?.[1]])),
]

const thisThing =
  /この(?:アプリ|サービス|サイト|ツール|ソフト|製作所|工房|店)|始めた(?:小さな)?(?:会社|工房|店)/u
/** Those whose verb of beginning has us beside it. */
export function foundedInWide(sentence: string, site: CrawledSite): string[] {
  const cue = begun.exec(sentence)
  if (!cue || /^(?:の|者|人|자|관)/u.test(sentence.slice(cue.index + cue[0].length))) return []
  // Japanese denies at the end: "通えなくなった母のために始めた" was begun.
  if (isDenied(/\p{Script=Hiragana}/u.test(sentence) ? sentence.slice(cue.index) : sentence)) return []
  if (!thisThing.test(sentence) && !site.names.some((own) => sentence.includes(own))) return []
  return doersOf(withoutOurNames(sentence.slice(0, cue.index), site))
}

/** "森下" is 森下 かおり, where the site names somebody so. */
export const inFull = (name: string, site: CrawledSite): string =>
  (name.length < 3 &&
    site.lines.find(({ text }) => /^\S+[ 　]\S+$/.test(text) && text.startsWith(name) && isWideName(text))
      ?.text) ||
  name
