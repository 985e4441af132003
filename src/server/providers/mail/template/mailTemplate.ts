import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import brand from '#brand/brand.json' with { type: 'json' }
import { languages } from '#contract/languages.ts'
import { programRoot } from '../../../config/programRoot.ts'
import type { Mail } from '../Mailer.ts'

/** A mail as it leaves. The logo travels with it: nothing is loaded from elsewhere, so nobody sees when it is read. */
export interface RenderedMail {
  text: string
  html: string
  attachments: { filename: string; cid: string; content: Buffer; contentDisposition: 'inline' }[]
}

type Colours = Record<'head' | 'ink' | 'muted' | 'night' | 'card' | 'line' | 'button' | 'onButton', string>

const logoId = `logo@${brand.domain}`

/** Reads the brand's logo and colours once. */
export function createMailTemplate(): (mail: Mail) => RenderedMail {
  const folder = join(programRoot(), 'resources/brands', brand.id)
  const content = readFileSync(join(folder, 'icons/180.png'))
  const colours = readColours(readFileSync(join(folder, 'tokens.css'), 'utf8'))
  return (mail) => ({
    text: textOf(mail),
    html: htmlOf(mail, colours),
    attachments: [
      { filename: `${brand.id}.png`, cid: logoId, content, contentDisposition: 'inline' as const },
    ],
  })
}

function readColours(css: string): Colours {
  const tokens = new Map(
    [...css.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, hex]) => [name, hex]),
  )
  const colour = (name: string) => {
    const hex = tokens.get(name)
    if (hex === undefined) throw new Error(`tokens.css has no colour ${name}`)
    return hex
  }
  return {
    head: colour('night-900'),
    ink: colour('night-900'),
    muted: colour('night-500'),
    night: colour('night-950'),
    card: colour('night-850'),
    line: colour('night-600'),
    button: colour('green-500'),
    onButton: colour('on-green'),
  }
}

/** The same for those who read without HTML. */
function textOf({ text, link, footer }: Mail): string {
  const parts = [text, ...(link ? [`${link.label}: ${link.url}`] : []), `-- \n${footer.join('\n')}`]
  return `${parts.join('\n\n')}\n`
}

/** No distance between cells: for Outlook in the words of its own, as the attributes for it are obsolete. */
const table = (style = '') =>
  `<table role="presentation" style="border-collapse:separate;border-spacing:0;mso-cellspacing:0;mso-padding-alt:0;${style}"`

/** Outlook knows neither `max-width` nor centred margins, and gets a table of its own. */
const outlook = {
  open: '<!--[if mso]><table role="presentation" align="center" width="560" cellpadding="0" cellspacing="0"><tr><td><![endif]-->',
  close: '<!--[if mso]></td></tr></table><![endif]-->',
}

const fonts = `font-family:Inter,system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif`

/**
 * Styles stand in the elements, for mail programs that drop style sheets; the sheet has what they cannot express: the dark
 * colours and the phone. Tables, because some programs lay out nothing else.
 */
function htmlOf(mail: Mail, colours: Colours): string {
  const { text, code, link, footer, language } = mail
  const { symbol, locale } = languages[language]
  // An amount is not torn apart at the end of a line.
  const whole = (part: string) => part.replaceAll(`${symbol} `, `${symbol}\u00A0`)
  const subject = whole(mail.subject)
  const paragraphs = whole(text).split('\n\n')
  const paragraph = (part: string) =>
    `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:${colours.ink}">${lines(part)}</p>`
  const [first = '', ...rest] = paragraphs
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escape(subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .pad { padding-left: 20px !important; padding-right: 20px !important; } }
@media (prefers-color-scheme: dark) {
.page { background: ${colours.night} !important; }
.card { background: ${colours.card} !important; border-color: ${colours.line} !important; }
.ink { color: #f3f7f6 !important; }
.muted { color: #b3c4c8 !important; }
.code { background: ${colours.night} !important; border-color: ${colours.line} !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#eef2f2;${fonts}">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all">${escape(first)}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>
${table('width:100%;background:#eef2f2')} class="page">
<tr><td style="padding:24px 12px;text-align:center">
${outlook.open}
${table('width:100%;max-width:560px;margin:0 auto;text-align:left')}>
<tr><td class="pad" style="padding:16px 32px;background:${colours.head};border-radius:16px 16px 0 0">
${table()}><tr>
<td style="padding:0 12px 0 0"><img src="cid:${logoId}" width="36" height="36" alt="" style="display:block;border:0;border-radius:9px"></td>
<td style="padding:0;font-size:20px;font-weight:700;color:#ffffff">${escape(brand.name)}</td>
</tr></table>
</td></tr>
<tr><td class="card pad" style="padding:32px 32px 16px;background:#ffffff;border:1px solid #dde5e5;border-top:0;border-radius:0 0 16px 16px">
<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:1.25;color:${colours.ink}">${escape(subject)}</h1>
${paragraph(first)}
${code === null ? '' : codeBox(code, colours)}
${rest.map(paragraph).join('\n')}
${link === null ? '' : button(link, colours)}
</td></tr>
<tr><td class="pad" style="padding:20px 32px">
${footer.map((line) => `<p class="muted" style="margin:0 0 8px;font-size:13px;line-height:1.5;color:${colours.muted}">${escape(line)}</p>`).join('\n')}
</td></tr>
</table>
${outlook.close}
</td></tr>
</table>
</body>
</html>
`
}

function codeBox(code: string, { ink }: Colours): string {
  return `${table('width:100%;margin:8px 0 24px')}><tr>
<td class="code ink" style="padding:18px 8px;text-align:center;background:#f3f6f6;border:1px solid #dde5e5;border-radius:12px;font-size:36px;font-weight:700;letter-spacing:8px;font-family:ui-monospace,Menlo,Consolas,monospace;color:${ink}">${escape(code)}</td>
</tr></table>`
}

function button(
  { url, label }: { url: string; label: string },
  { button: background, onButton }: Colours,
): string {
  return `${table('margin:8px 0 24px')}><tr>
<td style="padding:0;background:${background};border-radius:12px"><a href="${escape(url)}" style="display:inline-block;padding:14px 24px;font-size:16px;font-weight:700;text-decoration:none;color:${onButton}">${escape(label)}</a></td>
</tr></table>`
}

function lines(text: string): string {
  return escape(text).replaceAll('\n', '<br>')
}

function escape(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll('\u00A0', '&nbsp;')
}
