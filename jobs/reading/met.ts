// What stands at an address instead of a website: each its own reason, so that its owner learns what to do.
import type { ReadPage } from '../drafting/profile.ts'

/** Shown to robots in place of the page, by those who guard it. */
const wall =
  /just a moment\.{3}|checking (?:if the site connection is secure|your browser)|verify(?:ing)? (?:that )?you are (?:a )?human|attention required! \| cloudflare|ddos protection by|enable js and disable any ad blocker|pardon our interruption|incapsula incident|request unsuccessful\. incapsula|are you a robot|complete the security check|unusual traffic from|bot verification|security checkpoint|browser check|robot check|human verification|(?:your )?request is being verified|make sure you(?:['’]re| are) not a robot|access denied|^(?:403 )?forbidden$|bestätigen sie, dass sie ein mensch sind|vérifi(?:cation|ez) que vous êtes (?:un )?humain|verifique que (?:usted )?es un ser humano|verifica di essere umano|verifique se você é humano|controleer of u een mens bent|подтвердите, что вы (?:не робот|человек)|ロボットではない|로봇이 아닙니다|you have been blocked|请完成安全验证|正在检查您的浏览器/i
const wallCode =
  /cf-chl-|challenge-platform|_cf_chl|captcha-delivery\.com|px-captcha|sgcaptcha|_Incapsula_Resource|awswaf|hcaptcha\.com\/1\/api|geo\.captcha/i
const parked =
  /domain (?:name )?(?:is|may be|could be) (?:for sale|parked)|buy this domain|this domain (?:name )?is (?:available|parked|registered)|parked (?:free|domain|page)|domain parking|hugedomains|sedo(?:parking| domain)|dan\.com|diese domain (?:steht zum verkauf|ist geparkt)|domaine (?:est )?à vendre|domain ist zu verkaufen|^\S+\.[a-z]{2,10} (?:is for sale|may be for sale|steht zum verkauf|est à vendre|está en venta|è in vendita|te koop)$|domain (?:name )?was recently registered|courtesy of godaddy|domini?o está (?:en|à) venta|dominio è in vendita|domeinnaam is te koop|domena jest na sprzedaż|doména je na prodej|домен.{0,30}прода[её]тся|ドメインは.{0,20}(?:販売|取得されて)|域名.{0,8}出售|도메인.{0,10}판매/im
const suspended =
  /account (?:has been )?suspended|(?:web)?site (?:has been|is) (?:suspended|disabled|deactivated)|bandwidth limit exceeded|site (?:is )?(?:not published|unpublished|paused|expired)|deployment is (?:temporarily )?paused|site is (?:currently |temporarily )?unavailable\b[^]{0,120}hosting provider|site a été suspendu|website wurde (?:gesperrt|deaktiviert)|sitio (?:web )?suspendido|sito sospeso|сайт (?:заблокирован|отключ[её]н)|website expired|hosting (?:account )?(?:has )?expired|contact your (?:hosting provider|host) for more|konto (?:wurde )?gesperrt|compte suspendu|cuenta suspendida/i
const serverPage =
  /welcome to nginx|apache2? (?:ubuntu |debian )?default page|^it works!?$|test page for the (?:apache|nginx|http)|iis windows server|internet information services|default (?:web ?site|plesk|server) page|web server'?s default page|welcome to (?:caddy|openresty|centos|litespeed|xampp)|your caddy web server works|congratulations! your (?:site|website|server) is|this is the default (?:web|index|welcome) page|successfully installed tomcat|the install worked successfully! congratulations|hello world!.{0,80}welcome to wordpress/i
const listing = /^index of \/|^directory listing (?:for|of) \/|^[\w.-]+ - \/$/i
const soon =
  /coming soon|under construction|launching soon|opening soon|maintenance(?: mode)?|be right back|site en (?:construction|maintenance)|bientôt (?:disponible|en ligne)|im aufbau|hier entsteht eine neue|сайт (?:находится )?в разработке|сайт на реконструкции|wartungs(?:arbeiten|modus)|baustelle|próximamente|en construcción|em (?:construção|breve)|in costruzione|prossimamente|binnenkort|w budowie|wkrótce|připravujeme|yapım aşamasında|準備中|工事中|建设中|准备中|준비 ?중/i
const missing =
  /^(?:error )?404(?:\s?[-–—:|].*|\s(?:error|not found|page).*)?$|(?:^|[-–—:|!.]\s)(?:error )?404$|page (?:not found|can['’]?t be found|does not exist|introuvable)|not found$|seite nicht gefunden|página no encontrada|pagina non trovata|página não encontrada|pagina niet gevonden|stránka nenalezena|nie znaleziono|there isn['’]t a github pages site here|^no such app$|страница не найдена|ページが見つかりません|找不到页面|찾을 수 없/i
const login =
  /^(?:please )?(?:log ?in|sign ?in|login|anmelden|anmeldung|connexion|se connecter|iniciar sesión|accedi|entrar|inloggen|zaloguj|password required|protected|private site|passwort|ログイン|登录|로그인)\b|(?:site|page|store) is (?:private|password protected)|enter (?:store using )?password|log in to continue/i

const most = { told: 1500, short: 700, bare: 100 }

/** Why this is no page of a website, or null. Long pages are pages, whatever they mention. */
export function metOf(page: ReadPage, html: string): string | null {
  const lines = page.blocks.filter(({ hidden }) => !hidden).map(({ text }) => text)
  const length = lines.reduce((sum, text) => sum + text.length, 0)
  const heads = [
    page.title,
    ...page.blocks.filter(({ level }) => level === 1 || level === 2).map(({ text }) => text),
  ].slice(0, 4)
  const told = [page.title, ...lines].join('\n').slice(0, most.told * 2)
  const isHead = (of: RegExp): boolean => heads.some((head) => head.length < 120 && of.test(head.trim()))
  if (isHead(listing)) return 'directory_listing'
  if (length > most.told) return null
  if (isHead(wall) || (length < most.short && (wall.test(told) || wallCode.test(html.slice(0, 60_000)))))
    return 'bot_wall'
  if (parked.test(told)) return 'parked'
  if (suspended.test(told)) return 'suspended'
  if (isHead(serverPage) || (length < most.short && lines.some((line) => serverPage.test(line))))
    return 'server_default'
  if (isHead(missing)) return 'soft_404'
  const asks = /<input\b[^>]{0,300}\btype\s*=\s*["']?password/i.test(html.slice(0, 200_000))
  // Sheets to sign in on are a product; who asks to sign in says little else.
  if (length < most.short && ((isHead(login) && length < most.bare) || (asks && lines.length < 25)))
    return 'login_wall'
  if (
    length < most.short &&
    (isHead(soon) ||
      (lines.length < 8 && lines.some((line) => line.length < 60 && !/[.!]\s/.test(line) && soon.test(line))))
  )
    return 'coming_soon'
  if (length === 0 && !page.client_rendered && page.refresh_to === null) return 'empty'
  return null
}

/** The same of an answer whose status already says no: whether a guard gave it. */
export function metOfRefusal(status: number, headers: Record<string, string>, body: Uint8Array): string {
  const text = new TextDecoder('latin1').decode(body.subarray(0, 60_000))
  if (status === 401 || status === 407) return 'login_wall'
  const guarded =
    headers['cf-mitigated'] !== undefined || wall.test(text.slice(0, 8000)) || wallCode.test(text)
  if ((status === 403 || status === 429 || status === 503) && guarded) return 'bot_wall'
  if (suspended.test(text.slice(0, 8000))) return 'suspended'
  return `http_status:${status}`
}
