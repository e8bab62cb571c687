// The layout of all mails: text, one button, and a footer; as plain text and as HTML. The text of each is in a file
// beside the noun that sends it.
import { randomUUID } from 'node:crypto'
import type { NewMail } from '../storage/mail.ts'

type Row = { name: string; url: string; text: string | null; side: string }
/** A heading and a list under it. */
export type Section = { heading: string; rows: readonly Row[] }

type Letter = {
  site_name: string
  title: string
  paragraphs: readonly string[]
  sections?: readonly Section[]
  button?: { label: string; url: string }
  /** In small print below: why somebody gets this mail, and how to stop it. */
  after: readonly string[]
  /** At the very end. */
  link?: { label: string; url: string }
}

/** To whom a mail goes, from which site, and when. */
export type Posted = Pick<NewMail, 'recipient' | 'created_at' | 'expires_at'> & {
  site_name: string
  public_url: string
}

/** A mail to one person. Its message id names its kind and its occasion; without an `occasion` every mail is a new one. */
export function mailOf({
  kind,
  occasion = randomUUID(),
  recipient,
  public_url,
  created_at,
  expires_at,
  subject,
  ...letter
}: Posted & Letter & { kind?: string; occasion?: string; subject?: string }): NewMail {
  const id = kind === undefined ? occasion : `${kind}-${occasion}`
  return {
    message_id: `${id}@${new URL(public_url).hostname}`,
    ...{ recipient, subject: subject ?? letter.title, ...written(letter), created_at },
    ...(expires_at !== undefined && { expires_at }),
  }
}

/** Both forms have the same content. All of it is escaped: nothing becomes markup. */
export function written(letter: Letter): { body: string; html: string } {
  return { body: asText(letter), html: asHtml(letter) }
}

function asText({ paragraphs, sections = [], button, after, link }: Letter): string {
  const call = button === undefined ? [] : [`${button.label}:`, button.url]
  const last = link === undefined ? [] : [`${link.label}:`, link.url]
  return `${[...paragraphs, ...sections.map(listed), ...call, ...after, ...last].join('\n\n')}\n`
}

function listed({ heading, rows }: Section): string {
  const items = rows.map(({ name, url, text, side }) =>
    [
      `- ${side === '' ? name : `${name}, ${side}`}`,
      ...(text === null ? [] : [`  ${text}`]),
      `  ${url}`,
    ].join('\n'),
  )
  return [heading.toUpperCase(), ...items].join('\n\n')
}

const sans = 'Helvetica,Arial,sans-serif'
const dark =
  '.mark{border-color:#e8eff8!important}body,.paper{background:#0a1526!important;color:#e8eff8!important}.soft,.soft a{color:#a5b6cb!important}.name{color:#e8eff8!important}.button{background:#8fb5ff!important;color:#0a1526!important}'
/** The logo as a table, so that the mail loads nothing. */
const mark =
  '<table class="mark" role="presentation" cellpadding="0" cellspacing="0" style="border-left:4px solid #0b1f3a;border-bottom:4px solid #0b1f3a"><tr><td style="background:#1450c8;padding:7px"><table role="presentation" cellpadding="0" cellspacing="0"><tr><td width="8" height="8" style="width:8px;height:8px;background:#ffffff;font-size:0;line-height:0">&nbsp;</td></tr></table></td></tr></table>'

function asTable({ heading, rows }: Section): string {
  const items = rows.map(
    ({ name, url, text, side }) =>
      `<tr><td valign="top" style="padding:12px 12px 12px 0;border-bottom:1px solid #ccd8e5"><a class="name" href="${escaped(url)}" style="color:#0b1f3a;font:bold 18px Georgia,serif;text-decoration:none">${escaped(name)}</a>${text === null ? '' : `<br><span style="font:16px/1.45 ${sans}">${escaped(text)}</span>`}</td><td valign="top" align="right" style="padding:14px 0;border-bottom:1px solid #ccd8e5;font:bold 15px ${sans};white-space:nowrap">${escaped(side)}</td></tr>`,
  )
  return `<h2 style="margin:28px 0 8px;font-size:22px;line-height:1.25">${escaped(heading)}</h2><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-top:2px solid #8797ab">${items.join('\n')}</table>`
}

function asHtml({ site_name, title, paragraphs, sections = [], button, after, link }: Letter): string {
  const body = paragraphs.map(
    (one) => `<p style="margin:0 0 16px;font-family:${sans};font-size:16px">${marked(one)}</p>`,
  )
  const call =
    button === undefined
      ? ''
      : `<p style="margin:24px 0"><a class="button" href="${escaped(button.url)}" style="display:inline-block;background:#1450c8;color:#ffffff;font:bold 16px ${sans};padding:14px 22px;text-decoration:none;border-radius:2px">${escaped(button.label)}</a></p>`
  const last =
    link === undefined
      ? []
      : [`<a href="${escaped(link.url)}" style="color:#4a5d77">${escaped(link.label)}</a>`]
  const below = [...after.map(marked), ...last]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>@media (prefers-color-scheme: dark){${dark}}</style>
</head>
<body class="paper" style="margin:0;background:#ffffff;color:#0b1f3a;font:17px/1.55 Georgia,'Times New Roman',serif">
<div role="main"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 20px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;text-align:left"><tr><td style="padding-bottom:28px"><table role="presentation" cellpadding="0" cellspacing="0"><tr><td>${mark}</td><td style="padding-left:10px;font-weight:bold">${escaped(site_name)}</td></tr></table></td></tr>
<tr><td><h1 style="margin:0 0 16px;font-size:28px;line-height:1.2">${escaped(title)}</h1>
${[...body, ...sections.map(asTable)].join('\n')}
${call}
<p class="soft" style="margin:0;font:14px/1.5 ${sans};color:#4a5d77">${below.join('<br><br>')}</p></td></tr></table>
</td></tr></table></div>
</body>
</html>
`
}

function marked(text: string): string {
  return escaped(text).replaceAll('\n', '<br>')
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
