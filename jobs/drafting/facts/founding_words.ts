/** Words by which sites tell who began them and when, in the languages they are written in. Patterns of whole words. */
import { copulas, deniesThing, glue, prepositions, whens } from '../proof/cues.ts'
import { wordsIn } from '../words/words_in.ts'

const whole = (words: string): RegExp => new RegExp(`(?:${words})(?![\\p{L}\\p{N}])`, 'iuy')

/** Verbs of a beginning. Not "launched", "released", "joined", "updated": those date something else. */
export const begins = whole(
  'founded|co-?founded|established|est\\.?(?= ?\\d)|incorporated|started|began|begun|created|conceived|set up|came (?:to life|about|into being)|(?:was|were|is) born|opened (?:its|our|their) doors|' +
    'gegründet\\p{L}*|gründe?te[nt]?|entstand(?:en)?|entstanden|ins leben gerufen|aus der taufe gehoben|begann(?:en)?|begonnen|startete[nt]?|gestartet|' +
    'fond[ée]e?s?|cré(?:ée?s?|e|ent)|née?s?|commenc(?:e|é|ent)|début(?:e|é)|démarr(?:e|é)|mont(?:é|ent)|v(?:oit|u) le jour|' +
    'fund(?:ad[oa]s?|aron|ó|amos|é|ou|aram)|nac(?:e|ió|imos|id[oa])|cre(?:ad[oa]s?|ó|aron|amos)|com(?:enzó|enzamos|ienza)|emp(?:ezó|ezamos|ieza)|arranc(?:ó|amos)|inici(?:ó|amos|ou)|' +
    'fond(?:at[oaie]|ò|arono|arl[aoe])|nat[oaie]|nasce|nacque|inizia(?:t[oa])?|iniziò|cominci(?:a|ò|ato|ata)|creat[oaie]|' +
    'cri(?:ad[oa]s?|ou|aram)|nasceu|começ(?:ou|amos)|surgiu|' +
    'opgericht|ontst(?:ond|aan)|begon(?:nen)?|gestart|gesticht|' +
    'założ(?:on[aeoy]|ył[ai]?|yli)|powsta(?:ł[aoy]?|li)|utworzon[aoy]|vznikl[aoiy]?|založ(?:il[aiy]?|en[aoýáé]?)|vytvořil[aiy]?|' +
    'grund(?:ad(?:e|es)?|at)|bildades|startad(?:e|es)|startet|grun(?:d|n)lagt|etabl(?:eret|ert|erades)|stift(?:et|ede|ades)|' +
    'perust(?:ettu|ettiin|i|ivat)|kur(?:uldu|ulan|ulmuş\\p{L}*|du|dular|duk)|основа(?:н[аоы]?|л[аи]?)|созда(?:н[аоы]?|л[аи]?)',
)
/** Begin something only where we are their object: "abriram o Latão", "they opened our shop". */
export const opens = whole(
  'opened|registered|set|eröffnet(?:en)?|ouvert|abri(?:ó|eron|u|ram)|apr(?:ì|irono)|otworzył[ai]?|otevřel[ai]?|öppnade|åbnede|açtı(?:lar)?',
)
/** Nouns of a beginning, of which somebody's follows: "naissance de la société". */
export const beginnings = whole(
  'inception|founding year|gründung(?:sjahr)?|création|naissance|fundación|fondazione|nascita|fundação|oprichting|kuruluş',
)
/** How a product comes about; told of who made it, not of when. */
export const makes = whole(
  'written|built|made|invented|developed|entwickelt|geschrieben|développée?|desarrollad[oa]|sviluppat[oa]|vytvořen[ao]?',
)
const founder =
  '(?:co-?)?founders?|(?:mit|firmen)?gründer(?:in(?:nen)?|n)?|(?:co-?)?fondat(?:eur|rice)s?|(?:co)?fundador(?:a|as|es)?|(?:co)?fonda(?:tor[ei]|tric[ei])|(?:spolu)?zakladatel(?:ka|é|em|kou|i)?|' +
  '(?:mede)?oprichters?|(?:współ)?założyciel(?:e|ka|em|ką|ami|i)?|(?:med)?grundar(?:e|na)|(?:med)?stifter(?:e|ne)?|perustaja(?:t|jäsen)?|kurucu(?:lar)?(?:ımız|su|ları)?|основател\\p{L}+'
export const founders = whole(founder)
export const authors = whole('author|creator|inventor|maker|entwickler(?:in)?|auteur|autor[ae]?|creador[ae]?')
export const wideFounder =
  '(?:共同)?(?:創業者|創設者|創立者)|(?:联合|聯合|共同)?(?:创始人|創辦人|创办人|創始人)|(?:공동\\s?)?(?:창업자|설립자|창립자)'
export const founderTitle = new RegExp(
  `(?<!\\p{L})(?:${founder}|founding (?:partner|ceo)|gründungs(?:mitglied|partner)|kurucu ortak)(?!\\p{L})|${wideFounder}|مؤسس|المؤسس`,
  'iu',
)

const firms =
  'company|business|firm|studio|shop|store|agency|start-?up|project|app|software|product|tool|practice|brewery|bakery|winery|workshop|cooperative|' +
  'unternehmen|firma|\\p{L}*(?:betrieb|projekt|project)|werkstatt|agentur|verein|projekt|manufaktur|büro|' +
  'entreprise|société|maison|atelier|agence|boutique|projet|association|domaine|empresa|compañía|bodega|taller|tienda|estudio|agencia|proyecto|negocio|' +
  'azienda|società|impresa|bottega|ditta|agenzia|progetto|cantina|oficina|loja|estúdio|agência|projeto|marca|companhia|' +
  'bedrijf|zaak|winkel|werkplaats|stichting|spółk[aęi]|firm[ęy]|pracowni[aę]|sklep|przedsiębiorstwo|společnost|dílna|obchod|pekárn[auy]|' +
  'företaget|bolaget|firmaet|virksomheden|bedriften|selskapet|yritys|компани[яию]|фирм[ау]|студи[яю]|мастерск(?:ая|ую)|проект|şirket(?:imiz|i)?|firmamız|işletmemiz'
const ones =
  "the|our|this|my|die|das|der|unsere?r?n?|dieses?|la|le|l['’]|notre|cette|el|nuestr[oa]|esta|il|lo|nostr[oa]|questa|a|o|nossa|nosso|de|het|ons|onze|nasz[aą]|naše|vår|vårt|наша"
const stories =
  'story|journey|adventure|history|geschichte|histoire|aventure|historia|aventura|storia|avventura|história|verhaal|historie'
const kinds =
  'small|little|young|tiny|humble|family(?:-run|-owned)?|independent|kleines?|junges?|petite?|jeune|pequeñ[oa]|joven|piccol[oa]|giovane|pequen[oa]|jovem|klein|jong|own|eigene?|propre|propi[oa]|propri[oa]|própri[oa]|własn[aąy]'
/** "our small bakery", "l'aventure", and the nouns alone. */
export const ourFirm = whole(
  `(?:${ones}) ?(?:(?:${kinds}) ){0,2}(?:\\p{Ll}+ (?=winkel|zaak))?(?:${firms}|${stories})`,
)
export const aFirm = whole(`(?:(?:${kinds}) )?(?:${firms})`)
export const we = whole(
  "we(?:['’](?:ve|re))?|wir|uns|nous|nosotros|noi|nós|wij|мы|biz|ich|everything|it all|alles|tout|todo|tutto|tudo|wszystko",
)
const letters: [string, ReadonlySet<string>][] = Object.entries({
  B: 'by durch par por przez door av af',
  b: 'tarafından',
  A: 'von de da od di du des of van d del della dello do',
  L: 'for with at to like für mit bei pour avec chez para con com voor met dla till för hos behind from',
  t: 'the an der die das den dem ein eine la le l el il lo un une una uno o os as het de een',
  i: 'it they she he elle sie ella essa er il ils',
  r: 'who which that qui que che die welche który která',
}).map(([letter, words]) => [letter, new Set(words.split(' '))])
const months = new Set(
  (
    'january february march april may june july august september october november december januar februar märz mai juni juli oktober ' +
    'dezember janvier février mars avril juin juillet août septembre octobre novembre décembre enero febrero marzo abril mayo junio ' +
    'julio agosto septiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre ' +
    'janeiro fevereiro março maio junho julho setembro outubro novembro dezembro'
  ).split(' '),
)
export const monthNames = new RegExp(`(?<!\\p{L})(?:${[...months].join('|')})(?!\\p{L})`, 'giu')
const between = new Set(
  (
    'got first originally officially initially itself back life year late early spring summer autumn winter fall around together wurde ' +
    'wurden ist sind été fue fueron stata stato stati foi foram została został zostało byla byl bylo blev ble werd werden je är er är on ' +
    'roku roce jahr jahre anno année año ano vuonna år yılında yılı году год out hat haben ont a ha hanno han lo nel nell ' +
    'after because before during since then somos siamo jesteśmy jsme są sono son zijn ovat jsou byli i gemeinsam zusammen ensemble juntos insieme samen while'
  ).split(' '),
)
const locative = new Set('in im à en a em te w we v ve i at aus near na au nel из в'.split(' '))
const sets = [between, months, glue, prepositions, copulas, wordsIn('proof').setOf('bounds'), whens]

/** "On the initiative of …" */
export const byWhom = whole(
  "(?:sous l['’]impulsion|à l['’]initiative|dall['’]idea|su iniziativa|por (?:la )?iniciativa|auf initiative|on the initiative) (?:de|di|von|of|d(?=['’]))",
)

/** The letter of a word that is no name: by, of, an article, a pronoun, one that only joins, or any other. */
export function letterOf(word: string, lang = 'en'): string {
  if (word === 'I') return 'U'
  const low = word.toLowerCase()
  if (low === 'a') return lang === 'en' ? 't' : 'g'
  for (const [letter, known] of letters) if (known.has(low)) return letter
  if (deniesThing.has(low)) return 'w'
  return sets.some((set) => set.has(low)) || /^\d+(?:st|nd|rd|th)?$/.test(low) ? 'g' : 'w'
}
export const isLocative = (word: string): boolean => locative.has(word.toLowerCase())
