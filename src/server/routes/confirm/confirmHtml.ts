import brand from '#brand/brand.json' with { type: 'json' }
import logoFile from '#brand/logo.json' with { type: 'json' }
import { languages, type LanguageCode } from '#contract/languages.ts'
import { fillText, mailWords } from '../../texts/texts.ts'

const { mark } = logoFile

export interface ConfirmView {
  language: LanguageCode
  /** `open` asks for the press of a button: mail programs open links on their own. */
  state: 'open' | 'done' | 'expired'
  /** The address; only while `open`. */
  email?: string
}

/** The page where the link of an e-mail lands. */
export function renderConfirmPage({ language, state, email = '' }: ConfirmView): string {
  const words = mailWords(language).confirmPage
  const open = mailWords(language).pages.home
  const [title, text] = {
    open: [words.title, fillText(language, words.text, { email })],
    done: [words.doneTitle, words.doneText],
    expired: [words.expiredTitle, words.expiredText],
  }[state]
  const action =
    state === 'open'
      ? `<form method="post"><button class="primary">${escape(words.button)}</button></form>`
      : `<a class="button primary" href="/home">${escape(fillText(language, open))}</a>`
  return `<!doctype html>
<html lang="${languages[language].locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<meta name="theme-color" content="${brand.windowColour}">
<title>${escape(title ?? '')} · ${escape(brand.name)}</title>
<link rel="icon" href="/confirm/files/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/confirm/files/tokens.css">
<link rel="stylesheet" href="/confirm/files/pay.css">
</head>
<body>
<main>
<div class="top"><svg width="28" height="28" viewBox="${mark.viewBox}" aria-hidden="true">${mark.svg}</svg><span>${escape(brand.name.toLowerCase())}</span></div>
<section class="card end ${state === 'done' ? 'paid' : state}">
<div class="badge"><svg width="40" height="40" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${marks[state]}</svg></div>
<h1>${escape(title ?? '')}</h1>
<p>${escape(text ?? '')}</p>
${action}
</section>
</main>
</body>
</html>
`
}

/** An envelope, a tick, a clock. */
const marks: Record<ConfirmView['state'], string> = {
  open: '<rect x="3.5" y="6" width="17" height="12" rx="2"/><path d="M4 7l8 6 8-6"/>',
  done: '<path d="M5 12.5l4.5 4.5L19 7.5"/>',
  expired: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>',
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
