/*
 * The closed lists of words that change the sense of a sentence, in the languages sites are written in, without
 * accents. A word that stands in none of them is content and must be said by the line itself.
 */

/** A word as lists hold it: without accents, unless they are all that parts it from another ("e" and "è"). */
export const bare = (word: string): string =>
  word.length === 1 || /^[\0-\x7f]*$/.test(word) ? word : word.normalize('NFD').replace(/\p{M}/gu, '')

export const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/).map(bare))

/** Words that hold a sentence together and say nothing by themselves. */
export const glue = words(`
  a an the and or of for in on at to from by with into as is are be been being was were am it its it's this that these those
  there here you your you're we our we're us i they their he she his her who which what where how so then also just simply
  plus & has have had do does did get gets let lets make makes made help helps allow allows provide provides offer offers
  include includes including feature features comes come give gives available own one via through within across can
  der die das den dem des ein eine einen einer eines und oder mit fur von vom zum zur auf im am in ist sind wird werden sie
  ihr ihre ihren wir unser unsere uns es zu bei aus als dass du dein deine man
  à è é le la les l d un une des et ou avec pour de du en dans est sont au aux ce cette ces vous votre vos nous notre nos il elle
  sur par qui que on el los las una y o con para por es son al del su sus tu lo se nuestro nuestra nuestros
  lo gli uno e di da per sono dei delle della nel nella che si i os as um uma dos das no na nas com em ou seu sua ao aos
  het een van voor met op te zijn wij je jouw onze w z do sie jest sa dla oraz od przez ze v s jsou ktery ktera
  ett och med av pa ar som vi till din det
  の は が を に で と も や へ です ます する した して い る た て ある いる こと から まで
  的 了 在 是 和 与 您 我们 你 们 地 得 이 가 을 를 은 는 에 의 와 과 도 로 으로
  и в на с для из по к от это вы мы ваш наш في من على إلى و هو هي مع عن`)

/** A verb is denied: all to its right, and its own clause. */
export const deniesVerb = words(`
  not never cannot can't don't doesn't didn't isn't aren't wasn't won't wouldn't shouldn't couldn't haven't hasn't n't neither
  nor hardly barely nobody nothing unable nicht nie niemals weder ne n pas jamais no nunca jamas non mai nao nigdy niet nooit
  inte aldrig ikke neni nejsou nelze nikdy nema не нет нельзя никогда degil yok لا ليس لم لن ✗ ✘ ✖ ❌
  ない ません せん なく ず 不 没 没有 未 无 않 없 안 아니 없이`)
/** A thing is denied: up to the next comma. */
export const deniesThing = words(`
  no without none non un zero lacks lack lacking kein keine keinen keinem keiner keines ohne sans aucun aucune sin ningun
  ninguna ninguno senza nessun nessuna sem nenhum nenhuma zonder geen bez zadny zadna zadne brak utan ingen inget inga uten
  olmadan بدون なし 無し 無 免`)
/** Exceptions and limits: the part they hold for is not told without them. */
export const limits = words(`
  average durchschnitt moyenne promedio gemiddeld srednio only except excluding excludes unless unlike limited partial partially partly solely merely almost nearly sort kind somewhat
  likely unlikely less some few most many half rarely sometimes often usually typically nur ausser ausgenommen ausschliesslich
  fast teilweise manche meist einige seulement sauf uniquement presque certains plupart solo solamente excepto salvo casi
  algunos mayoria soltanto tranne quasi alcuni apenas exceto quase alguns alleen behalve bijna sommige tylko oprocz prawie
  niektore pouze jen krome temer bara endast utom nastan sadece только кроме почти のみ だけ 以外 仅 只 除 만 فقط`)
/** Not now: not yet, or no longer. */
export const dated = words(`
  soon coming planned upcoming roadmap future eventually someday yet will until formerly previously former ex withdrawn discontinued
  deprecated retired obsolete removed ended was were old beta alpha experimental preview prototype development waitlist
  bald geplant demnachst kunftig ehemals fruher eingestellt abgekundigt vormals bientot prevu ancien autrefois arrete
  pronto proximamente previsto antiguo futuro presto prossimamente in_arrivo breve binnenkort gepland voorheen wkrotce
  planowane dawniej brzy planovano drive snart planerad tidigare yakinda скоро ранее 近日 予定 将来 即将 计划 곧 예정 قريبا`)
/** Hearsay, wish, condition, somebody else: what follows is not said, or not of us. */
export const hedges = words(`
  problem problems sample fictional imaginary dummy hypothetical if myth rumour rumor rumours rumors allegedly supposedly claim claims claimed say says said false untrue fake scam pretend
  aim aims goal hope hopes wish want wants plan plans try tries trying dream believe could would might may perhaps maybe
  competitor competitors rival rivals neighbours neighbors others alternatives traditional elsewhere wenn falls angeblich
  mythos ziel wollen mochten hoffen konnte vielleicht wettbewerber andere si mythe pretendu objectif esperons voulons pourrait
  peut-etre concurrents autres mito supuestamente objetivo queremos quizas podria competidores otros se presunto obiettivo
  vogliamo forse concorrenti altri suposto talvez concorrentes outros als indien mythe doel misschien concurrenten anderen
  jesli podobno cel chcemy moze konkurencja inni pokud jestli udajne cil chceme mozna konkurence jini om myt mal kanske
  konkurrenter andra eger если якобы миф цель 如果 もし 競合 他社 만약 إذا`)
/** Stand before a number and bound it. */
export const bounds = words(`
  up over under from about nearly almost least most more less fewer around approximately roughly below above than approx ca ~
  bis uber unter ab etwa rund mindestens hochstens jusqu jusqu'à jusqu'au plus moins environ partir hasta mas menos desde fino oltre meno circa
  ate mais tot meer minder vanaf do ponad okolo od az pres pod upp`)
/** Where they lead on, what follows limits a price, a denial or an "all". */
export const prepositions = words(`
  for up over under from with by when if until per in on at within outside during through inside below above than as
  fur bis ab ausserhalb auf bei mit im am wahrend innerhalb unter uber nach pour jusqu jusqu'à jusqu'au à hors dans sur sous avec pendant des chez
  para hasta desde fuera con en sobre durante per fino fuori entro da su nei nelle ate em com voor tot buiten van met op binnen vanaf
  dla do od poza przez na w przy pro pri for till pa inom / için на для в до от с при`)
/** All of them: what limits the thing may not be cut off. */
export const universals = words(`
  all every each any alle jede jeder jedes jeden tous toutes tout chaque todos todas todo cada qualquer cualquier tutti tutte ogni qualsiasi
  iedere elke wszystkie kazdy kazda vsechny kazdy her tum все каждый 全 すべて 所有 每`)
/** Doing away with a thing: told of fewer things than the line tells, it would be told of more. */
export const removals = words(`
  block blocks blocking prevent prevents stop stops remove removes removing delete deletes eliminate eliminates avoid avoids
  hide hides reject rejects filter filters ignore ignores skip skips ban bans kill kills drop drops blockiert verhindert
  entfernt loscht stoppt vermeidet bloque bloquer supprime evite empeche bloquea elimina evita bloqueia remove impede blocca
  rimuove blokkeert verwijdert voorkomt blokuje usuwa zapobiega odstrani blokerar blockerar tar_bort engeller siler`)
/** What a price is paid by. */
export const rates = words(`
  month months mo year years yr week weeks day days hour hours minute minutes second seconds user users seat seats monat jahr
  woche tag stunde nutzer mois an annee semaine jour utilisateur mes ano semana dia usuario mese anno settimana giorno utente
  maand jaar gun ay yil день месяц miesiac rok mesic manad ar month/ 月 年 日 次`)
export const yes = words('yes yep sure absolutely ja oui si sim tak ano да はい 是 예 네 نعم')
export const no = words(
  'no nope nein non nao nie nee ne nej нет いいえ 否 아니요 아니오 without never not لا',
)
export const copulas = words(
  'is are was were ist sind est sont es son è é sono sao jest sa je jsou です である 是',
)
export const verbs = words(`
  is are was were has have had costs cost offers offer provides supports needs requires charges lacks runs works uses lets
  helps makes adds gives does can will founded started opened ist sind hat bietet kostet est sont offre es son tiene ofrece ha
  jest oferuje`)
/** A condition of time follows; its clause is none of the main one. */
export const whens = words(
  'when whenever whether if before until unless als wenn bevor ob quand lorsque avant cuando si antes quando',
)
export const joints = words(`
  when whenever whether if before until unless als wenn bevor ob quand lorsque avant cuando si antes quando that which who whom
  because while after although though so than weil wahrend dass nachdem welche damit parce pendant apres porque mientras
  despues perche mentre dopo bo zeby gdy protoze aby kdyz`)

export const isCue = (word: string): boolean =>
  deniesVerb.has(word) || deniesThing.has(word) || limits.has(word) || dated.has(word) || hedges.has(word)

/** Free of charge, or less to pay: what limits it may not be cut off. */
export const gratis =
  /^(?:free|trial|discount|off)$|^(?:kostenlos|gratis|gratuit|darmow|zdarma|ucretsiz|бесплатн|مجان|المجان|無料|免费|무료)/
export const asks = /[?？؟]["”’»)\s]*$/
