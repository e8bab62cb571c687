// What each ingredient of search is worth: the same index read by an engine of which one line says something else.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Database } from 'better-sqlite3'
import type { openSearch } from '../../storage/search/search.ts'

const folder = new URL('../../storage/search/', import.meta.url).href

/** What is taken out, the file it stands in, what stands there, and what is put in its place. */
type Ablation = readonly [name: string, file: string, from: string, to: string]
const set = (name: string, file: string, figure: string, from: number, to: number): Ablation => [
  name,
  file,
  `const ${figure} = ${from}\n`,
  `const ${figure} = ${to}\n`,
]
export const ablations: readonly Ablation[] = [
  [
    'other forms of words',
    'dictionary.ts',
    'anyForm(word: string): string {',
    'anyForm(word: string): string {\n      return term(word)',
  ],
  ['other names, reviewed', 'concepts.ts', 'of same.get(phrase) ?? []', 'of [] as string[][]'],
  [
    'what is read as something else',
    'concepts.ts',
    'const instead = readAs.get(phrase)',
    'const instead = undefined as string[][] | undefined',
  ],
  ['compounds', 'concepts.ts', '(partsOf(word, isMeant) ?? word)', 'word'],
  ['categories that words name', 'concepts.ts', '    file(concepts)\n', ''],
  set('what names a category weighs more', 'concepts.ts', 'kindWeight', 1.2, 1),
  set('a category by the share of its name', 'rank.ts', 'inPart', 5, 0),
  ['the very word of a category', 'filed.ts', 'byWord.get(singular(word)) ?? ', ''],
  ['said in front first', 'match.ts', '...reading.inFronts, meant', '...reading.inFronts.slice(-1), meant'],
  ['what is like the first follows', 'near.ts', 'if (isWhole || answer', 'if (true || answer'],
  set('where the best are filed', 'best.ts', 'favoured', 18, 0),
  set('partial matches by one word', 'near.ts', 'fewPartial', 20, 10),
  ['everyday words of a phrase', 'concepts.ts', 'word.length > longestLittle || ', ''],
  ['few words say more', 'rank.ts', 'twice: 0.7', 'twice: 0'],
  ['a word in a long text says less', 'best.ts', 'twice: 5', 'twice: 0'],
  ['synonyms are no names', 'rank.ts', '      if (isOther) continue\n', ''],
  set('said in several places', 'rank.ts', 'again', 1.5, 0),
  set('the rarer of two is kept', 'rank.ts', 'missingRarer', 48, 40),
  set('words of a phrase stand together', 'concepts.ts', 'together', 0.4, 1),
  ['as it was typed', 'rank.ts', 'cost += seen.exactly', ''],
  set('a rare name among words', 'rank.ts', 'nameAmong', -28, 0),
  [
    'another word for it is no name',
    'rank.ts',
    'isOther ? Math.max(inHead, inName[place]!) : inName[place]!',
    'inName[place]!',
  ],
  ['a word that is used is hardly another', 'misspelt.ts', 'isUnlikely ? unlikely', 'false ? unlikely'],
  ['a word with reviewed names is no misspelling', 'unknown.ts', 'reviewed.has(word) ||', ''],
  ['other forms in a name', 'rank.ts', 'alike: 2, other: 6', 'alike: 2, other: 2'],
  ['phrases over empty words', 'concepts.ts', '[words, told, isTurned', '[words, words, isTurned'],
  ['phrases the other way round', 'concepts.ts', 'told.toReversed()', 'told'],
  ['something else only than what is named', 'instead.ts', '(isNamed(some) || isRivalled())', 'true'],
  [
    'corrections',
    'reading.ts',
    '= settle({ ...known, concepts: typed.concepts })',
    '= { taken: [] as Taken[], leftOut: [] as string[], isCalled: false }',
  ],
  ['a corrected word as if typed', 'reading.ts', 'as.length > 0 ? ask(meant, known.size) : typed', 'typed'],
  [
    'joined and split words',
    'reading.ts',
    'if (words.length < 2 || words.length > mostJoined) return []',
    'if (words) return []',
  ],
  ['likeness for alternatives', 'near.ts', 'if (likeName !== null) {', 'if (false as boolean) {'],
  ['few where nothing covers enough', 'match.ts', 'isAnswered ? mostNear : fallback', 'mostNear'],
]

const without = /\?without=(\d+)$/
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const mark = without.exec(context.parentURL ?? '')
    return mark && found.url.startsWith(folder) ? { ...found, url: `${found.url}${mark[0]}` } : found
  },
  load(url, context, next) {
    const mark = without.exec(url)
    if (mark === null) return next(url, context)
    const plain = url.replace(without, '')
    const [name, file, from, to] = ablations[Number(mark[1])]!
    const source = readFileSync(fileURLToPath(plain), 'utf8')
    if (plain !== folder + file) return { format: 'module-typescript', source, shortCircuit: true }
    if (!source.includes(from)) throw new Error(`${file} no longer says what "${name}" takes out`)
    return { format: 'module-typescript', source: source.replace(from, to), shortCircuit: true }
  },
})

/** The reading side of search without the ingredient of that number. */
export async function openWithout(
  number: number,
  database: Database,
): Promise<ReturnType<typeof openSearch>> {
  const engine = (await import(`${folder}search.ts?without=${number}`)) as { openSearch: typeof openSearch }
  return engine.openSearch(database)
}
