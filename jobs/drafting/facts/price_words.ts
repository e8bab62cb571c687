/*
 * The words of prices, in the languages sites are written in: "word" whole, "word*" its beginning, "_" a gap. What a
 * sentence makes of them stands in prices.ts.
 */
export const currencies = String.raw`(?:US|NZ|CA|AU|HK|MX|[ACRS])?\p{Sc}|S\/\.?|(?:USD|EUR|GBP|CHF|CZK|PLN|TRY|JOD|NZD|AUD|CAD|SEK|NOK|DKK|JPY|CNY|RMB|KRW|INR|BRL|CLP|MXN|COP|ARS|PEN|ZAR|HUF|RON|BGN|UAH|RUB|KZT|AED|SAR|EGP|ILS|THB|SGD|HKD|IDR|VND)(?![A-Za-z])|Kč|zł(?:otych)?|TL(?!\p{L})|руб(?:\.|лей)?(?!\p{L})|грн(?!\p{L})|тг(?!\p{L})|лв\.?(?!\p{L})|円|元|원|kr\.?(?!\p{L})|Ft(?!\p{L})|lei(?!\p{L})|dinar*|دينار|دنانير|ريال|درهم|جنيه|euros?(?!\p{L})|dollars?(?!\p{L})|Fr\.(?!\p{L})`

export const free = `free kostenlos* kostenfrei* gratuit* gratis grátis zdarma za_darmo darmow* darmo bezpłatn* bezplatn* бесплат*
  безкоштовн* ücretsiz bedava ingyen* ilmaise* ilmainen sin_cost[eo] senza_costi sem_custos? δωρεάν 無料 免费 免費 무료 مجان* المجان*`
/** "Costs nothing", "no se paga": nothing is paid, said of whatever stands above. */
export const nothingPaid = `costs_nothing nothing_to_pay no_charge pay_nothing kostet_nichts kosten_nichts unentgeltlich* umsonst gebührenfrei* ne_coûte_rien rien_à_payer
  no_se_paga no_cuesta_nada sin_coste sin_costo non_costa_nulla non_si_paga não_custa_nada não_se_paga nic_nestojí neplatíte nic_nie_kosztuje nie_płacisz kost_niets
  kostar_ingenting koster_ingenting koster_ikke_noget ei_maksa_mitään ничего_не_стоит ничего_не_платите nie_kosztuje`
/** What may be had for nothing beside the rest, and who or how much it is for. */
export const plans = `tiers? plans? planes forever versions? editions? edizione edición edição tarifs? tarify? accounts? konto compte cuenta piano plano
  versión versione versão offre formule verze verzi wersj[aię] wersji pakiet* balíč* basisversion grundversion abo план* тариф* верси* sürüm* paket* csomag*
  プラン 版 套餐 플랜 요금제 خطة الخطة باقة`
export const limits = `up_to for_up_to for_one for_1 for_two for_2 for_three for_3 for_the_first for_your_first for_solo for_small for_individuals?
  for_personal with_\d+ for_\d+ until bis_zu bis jusqu['’]à hasta fino_a até tot_en_met tot do op_til opp_til upp_till до для für_bis pour_1 para_hasta kadar až_do まで 以内 最多 최대 حتى`
export const trials = `trial* try_it try_for try_free try_before money_back testversion testphase testen testmonat probemonat probezeit probeabo probewoche
  probieren essai* essayer prueba* prova* provalo zkušebn* zkouš* vyzkouš* próbn* testow* proef* prøve* prova_på pröva deneme* kokeile kokeilu*
  próbaidő* пробн* тестов* пробний トライアル お試し 試用 试用 체험 تجريب*
  month_free first_month months_free weeks?_free days?_free darmowy_miesiąc pierwszy_miesiąc erster_monat ersten_monat premier_mois primer_mes
  primo_mese primeiro_mês první_měsíc eerste_maand första_månaden første_måned ilk_ay 初月`
export const days = String.raw`\d+[\s-]?(?:days?|weeks?|hours?|tagen?|tage|wochen?|stunden|giorni|jours|semaines|días|dias|semanas|dní|dagen|weken|dni|dagar|dager|dage|gün|hafta|päivää|nap(?:ig|os)?|дн\p{L}*)(?!\p{L})|(?<!\d)\d+\s*(?:日間|天|일간?|ヶ月間|か月間)|\d+ (?:يوم|أيام)`

export const spans = String.raw`(?:mo|mth|months?|quarter|years?|yr|weeks?|annum|semester|season|term|monat|jahr|woche|quartal|mois|an|année|semaine|mes|meses|mês|mese|semana|settimana|año|ano|anno|měsíc|měsíčně|rok|roku|ročně|maand|week|jaar|miesiąc|miesięcznie|månad(?:en)?|mån|måned(?:en)?|mnd|md|år(?:et)?|kk|kuukausi|kuussa|vuosi|vuodessa|hó|hónap|év|ay|yıl|月|ヶ月|か月|年|월|년|месяц|мес|місяць|год|рік|شهر|سنة)(?!\p{L})`
export const recurrences = `monthly yearly annually per_annum billed_annual* p\/m p\.m\.? p\.a\.? pcm monatlich* jährlich* vierteljährlich* wöchentlich*
  mensuel* annuel* mensual* anual* anuales mensil* annual* annuale měsíčn* ročn* miesięczn* roczn* maandelijks* jaarlijks* månadsvis* månedlig*
  årlig* aylık yıllık ежемесячн* ежегодн* щомісяч* kuukausittain havonta évente par_mois par_an im_monat im_jahr
  school_year schuljahr année_scolaire rok_szkolny 月額 年額 月々 毎月 每月 每年 매월 매년 월간 연간 شهريا سنويا شهرياً سنوياً`
/** A whole page may say that what it sells is paid again and again. */
export const renewals = `subscription subscriptions subscribe renews? renewed abonnement* abonnez abo abos jahresabo abbonament* suscripci* assinatura* mensalidade*
  mensualité* předplatn* abonament* odnawian* prenumeration* tilaus* abonelik* подписк* підписк* abonné サブスクリプション 定期購読 更新 订阅 구독 اشتراك`

export const once = `one_time one_off once lifetime for_life yours_forever perpetual* einmalig* einmal lebenslang* paiement_unique achat_unique une_fois une_seule_fois
  à_vie pago_único compra_única una_sola_vez de_por_vida pagamento_único uma_vez vitalíci* una_tantum una_volta una_sola_volta per_sempre jednorázov* jednou jednorazow* eenmalig*
  engångs* engangs* tek_seferlik bir_kerelik ömür_boyu dożywotni* kertaluonte* egyszeri единоразов* разово один_раз навсегда одноразов*
  買い切り 買切 一度きり 买断 一次性 평생 일회성 مرة_واحدة`
export const uses = `requests? sms texts? calls? quer(?:y|ies) emails? mails? e-mails? messages? minutes? minuten minuto hours? gb tb mb kwh litr[eo]s? litros? km kg
  scans? pages? reports? documents? images? tokens? credits? transactions? orders? bookings? tickets? events? searches conversions? impressions? clicks? invoices?
  shipments? deliver(?:y|ies) anfragen? seite dokument beleg rechnung buchung requête appel réservation solicitud consulta reserva mensaje richiesta pedido fatura
  zapytanie zamówienie objednávk[au] hodin[au] godzin[aęy]? stunde heure hora uur aanvraag bestelling vue vues affichage besked samtal
  запрос* сообщени* минут* час литр* 件 通 回 分 次 건 회`
/** Paid for a seat or a site: no use. */
export const holders = `user users seat seats member members person persons employee developer dev editor agent site shop device location property
  nutzer benutzer mitarbeiter utilisateur usuario utente uživatel* gebruiker użytkownik* kullanıcı ユーザー 店舗 施設 名 사용자`

export const buying = `buy order add_to_cart checkout purchase get_it kaufen bestellen warenkorb acheter commander panier comprar carrito acquista compra ordina koupit
  objednat košíku kup zamów koszyk* kopen bestel winkelwagen köp köpa beställ køb kjøp bestill satın_al sepete купить заказать придбати osta vásárl*
  購入 カート 购买 加入购物车 구매 장바구니 شراء اشتر`
/** Headings and addresses of lists of prices. */
export const lists = `pricing prices? plans_and packages? costs? how_much fees? buy shop store plans preise? preisliste kosten tarife? pakete tarifs? prix formules? abonnements?
  precios? planes tarifas? paquetes prezzi prezzo listino piani costi preços? precos? planos cen[ay] ceník cenik cennik* ceny kosztuje koszt opłaty prijzen kosten priser? fiyat* paket* ücretler
  hinnat hinta árak cena kursu цены цена стоимость тарифы ціни 料金* 価格 費用 ryoukin ryokin kakaku 价格 定价 套餐 요금 가격 الأسعار أسعار السعر`

/** A price for getting started, moving or receiving, not for the product. */
export const fees = `setup set-up set_up onboarding installation install initial joining deposit einrichtung* mise_en_service frais_de* instalación adesão attivazione
  wdrożeni* zřízení opstart* kurulum oprettelse* consultation консультаци* подключение 初期* 手数料 送料 発送* 安装 设置费 가입비
  shipping delivery versand* livraison envío frete spedizione postage verzend* frakt* fragt* kargo wysyłk* doprav* доставк*`
/** A price that is somebody else's, an example, or compared. */
export const othersPrices = `vs unlike instead_of compared? than examples? e\.g beispiel exemple ejemplo esempio estimate[ds]? calculator rechner kalkulator* sponsor*
  donat* spende* dons faire_un_don donaci* donazion* darowizn* backers? supporters? alternatives? competitors? konkurren* concurrents competencia concorren* rivals? elsewhere anderswo others? provider partners?
  salary gehalt salaire salario зарплат* зп_ anders_als contrairement a_diferencia somebody_else other_people* manufacturer hersteller fabricante satılır third_part* subsid* savings? roi ahorr* risparmi*
  économ* экономи* теряет* prize prizes premio preisgeld capital stammkapital 資本金 比較 節約 節省`
/** Said in the clause of a price that is saved, given, fined or raised, and not paid. */
export const notPaid = `save[ds]? saving savings off worth fine[sd]? cashback raise[ds]? funding fund grant budget invoice refund* late shipping delivery versand* livraison envío
  spedizione postage deposit capital revenue mrr arr percent billions? millions? bußgeld* amende* multa* kara kary upust* rabat* zniżk* rabatt* remise
  descuento desconto sconto slev[auy] rabais discount costs?_saved 節省 节省 節約 割引 할인 资助 融资`
/** What comes after is the price of yesterday: "19 € instead of 29 €". */
export const insteadOf = `instead_of statt anstatt zamiast au_lieu_de en_lugar_de em_vez_de invece_di in_plaats_van místo istället_för i_stedet_for yerine вместо замість 통상 通常`
/** What is free for all beside more that is paid. */
export const cores = `core essentials? basics? basis* im_kern essentiel* esencial* essenzial* essencial* grundfunktion* grundläggande kern podstaw* základ* temel базов* основн* 基本 核心 기본 الأساسي*`
export const notSubscribed = `pay_once buy_once pay_for_it_once paid_once pay_it_once buy_it_once bought_once no_subscriptions? not_a_subscription kein_abo* keine_abos sans_abonnement
  sin_suscripci[oó]n* senza_abbonament* nessun_abbonament* sem_assinatura* geen_abonnement* bez_abonament* bez_předplatného inget_abonnemang ingen_abonnement* aboneliksiz abonelik_yok без_подписк* без_підписк*
  サブスクではありません サブスクなし 无需订阅 구독_없이`
