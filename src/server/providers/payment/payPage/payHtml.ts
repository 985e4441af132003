import brand from '#brand/brand.json' with { type: 'json' }
import logoFile from '#brand/logo.json' with { type: 'json' }
import type { PaymentMethod } from '#contract/http/appInfo.ts'
import type { Cents } from '#contract/money.ts'
import { formatMoney } from '#contract/moneyTexts.ts'
import { languages, type LanguageCode } from '#contract/languages.ts'
import type { PaymentResult } from '../PaymentProvider.ts'
import { cardPanel } from './cardHtml.ts'
import type { CardDesk } from './cards.ts'
import { escape } from './escape.ts'
import { payWords, type PayWords } from './payWords.ts'

/** A payment as its page shows it. */
export interface PagePayment {
  /** The provider's number, part of the page's address: it cannot be guessed. */
  payNo: string
  amount: Cents
  expiresAt: Date
  returnUrl: string
  language: string
  /** The text of the QR code. */
  brCode: string
  /** What it may be paid with. */
  methods: readonly PaymentMethod[]
  /** Null while it can be paid. */
  result: PaymentResult | null
}

export interface PayPageView {
  payment: PagePayment
  language: LanguageCode
  now: Date
  /** The path below which the provider's routes are. */
  base: string
  /** Who gets the money: the operator's name. */
  recipient: string
  /** Whether the page may settle the payment itself. */
  canSettle: boolean
  /** Who takes cards; undefined: nobody. */
  cards?: CardDesk | undefined
}

const { mark } = logoFile

type EndState = PaymentResult | 'unknown'

const logo = `<svg width="28" height="28" viewBox="${mark.viewBox}" aria-hidden="true">${mark.svg}</svg>`

const paths: Record<EndState, string> = {
  paid: '<path d="M5 12.500l4.500 4.500L19 7.500"/>',
  cancelled: '<path d="M7 7l10 10M17 7L7 17"/>',
  failed: '<path d="M12 6.500v7M12 17.500v.01"/>',
  expired: '<circle cx="12" cy="12" r="8.500"/><path d="M12 7.500V12l3 2"/>',
  unknown: '<circle cx="11" cy="11" r="6.500"/><path d="M16 16l4.500 4.500"/>',
}

/**
 * The payment page in its current state. It contains every end state, so that the script only has to show
 * one.
 */
export function renderPayPage(view: PayPageView): string {
  const { payment, language, base } = view
  const words = payWords(language)
  const state = payment.result ?? 'pending'
  const self = `${base}/pay/${payment.payNo}`
  const data: Record<string, string> = {
    state,
    expires: payment.expiresAt.toISOString(),
    now: view.now.toISOString(),
    return: payment.returnUrl,
    'state-url': `${self}/state`,
    'events-url': `${self}/events`,
    'action-url': self,
    language,
    offline: words.offline,
    refused: words.refused,
    copied: words.copied,
    'copy-failed': words.copyFailed,
    ...(takesCards(view) && cardData(words)),
  }
  const attributes = Object.entries(data)
    .map(([name, value]) => ` data-${name}="${escape(value)}"`)
    .join('')
  const endCards = (['paid', 'cancelled', 'failed', 'expired'] as const)
    .map((end) =>
      endCard(endWords(view, words), end, { hidden: end !== state, returnUrl: payment.returnUrl }),
    )
    .join('\n')
  const title = takesCards(view) ? words.titleAny : words.title
  return document(
    { language, base, title },
    `<main aria-label="${escape(title)}"${attributes}>
${header(title)}
${view.canSettle ? `<p class="notice">${escape(words.sandbox)}</p>` : ''}
${openCard(view, words, self)}
${endCards}
</main>
<script type="module" src="${base}/pay.js"></script>`,
  )
}

/** The page for an unknown payment number. */
export function renderUnknownPage(base: string, language: LanguageCode): string {
  const words = payWords(language)
  const card = endCard(words, 'unknown', { hidden: false, returnUrl: '/' })
  const title = words.titleAny
  return document(
    { language, base, title },
    `<main aria-label="${escape(title)}">\n${header(title)}\n${card}\n</main>`,
  )
}

function takesCards({ payment, cards }: PayPageView): boolean {
  return cards !== undefined && payment.methods.includes('card')
}

/** Where there is more than the code, what runs out is not the code. */
function endWords(view: PayPageView, words: PayWords): PayWords {
  return takesCards(view) ? { ...words, expiredTitle: words.timeTitle, expiredText: words.timeText } : words
}

/** What the script says about a card. */
function cardData(words: PayWords): Record<string, string> {
  return {
    'wrong-number': words.wrongNumber,
    'wrong-name': words.wrongName,
    'wrong-expiry': words.wrongExpiry,
    'wrong-cvv': words.wrongCvv,
    'card-declined': words.declined,
    'card-expired': words.cardExpired,
    'card-not-test': words.notTest,
    'wrong-code': words.wrongCode,
  }
}

function openCard(view: PayPageView, words: PayWords, self: string): string {
  const { payment, language, recipient, cards } = view
  const hasPix = payment.methods.includes('pix')
  const hasCards = takesCards(view)
  const panels = [
    ...(hasPix ? [pixPanel(view, words, self)] : []),
    ...(cards && hasCards ? [cardPanel(words, cards)] : []),
  ]
  return `<div id="open" class="card"${payment.result === null ? '' : ' hidden'}>
<div class="summary">
<h1 class="ask">${escape(words.amount)} <strong class="amount">${escape(money(payment, language))}</strong></h1>
<p class="recipient">${escape(words.recipient)}: <b>${escape(recipient)}</b></p>
<p class="expiry">${escape(hasCards ? words.time : words.expires)} <b id="left" role="timer"></b></p>
</div>
<div class="pay">
${hasPix && hasCards ? tabs(words) : ''}
${panels.map(({ id, html }, index) => panel(id, html, { isTab: panels.length > 1, hidden: index > 0 })).join('\n')}
<p id="status" class="status" role="status"></p>
</div>
</div>`
}

function tabs(words: PayWords): string {
  const tab = (id: string, name: string, selected: boolean) =>
    `<button type="button" role="tab" id="${id}-tab" aria-controls="${id}-panel" aria-selected="${selected}" tabindex="${selected ? 0 : -1}">${escape(name)}</button>`
  return `<div class="tabs" role="tablist" aria-label="${escape(words.method)}">${tab('pix', 'Pix', true)}${tab('card', words.card, false)}</div>`
}

function panel(id: string, html: string, { isTab, hidden }: { isTab: boolean; hidden: boolean }): string {
  const role = isTab ? ` role="tabpanel" aria-labelledby="${id}-tab"` : ''
  return `<div id="${id}-panel" class="panel"${role}${hidden ? ' hidden' : ''}>\n${html}\n</div>`
}

function pixPanel(
  { payment, canSettle }: PayPageView,
  words: PayWords,
  self: string,
): { id: string; html: string } {
  const simulate = canSettle
    ? `<fieldset class="bank">
<legend>${escape(words.simulate)}</legend>
<button type="button" data-action="pay">${escape(words.pay)}</button>
<button type="button" data-action="cancel">${escape(words.cancel)}</button>
<button type="button" data-action="fail">${escape(words.fail)}</button>
</fieldset>`
    : ''
  const html = `<div class="ways">
<div class="scan">
<img class="qr" src="${self}/qr.svg" width="216" height="216" alt="${escape(words.qr)}">
<p class="hint">${escape(words.scan)}</p>
</div>
<div class="paste">
<label for="code">${escape(words.code)}</label>
<textarea id="code" readonly rows="1" spellcheck="false">${escape(payment.brCode)}</textarea>
<button type="button" id="copy" class="primary">${escape(words.copy)}</button>
<p class="hint">${escape(words.paste)}</p>
</div>
</div>
${simulate}`
  return { id: 'pix', html }
}

function endCard(words: PayWords, end: EndState, options: { hidden: boolean; returnUrl: string }): string {
  const buttonClass = end === 'paid' ? 'button primary' : 'button'
  return `<section id="${end}" class="card end ${end}"${options.hidden ? ' hidden' : ''}>
<div class="badge"><svg width="40" height="40" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.400" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths[end]}</svg></div>
<h1 tabindex="-1">${escape(words[`${end}Title`])}</h1>
<p>${escape(words[`${end}Text`])}</p>
<a class="${buttonClass}" href="${escape(options.returnUrl)}" target="_top">${escape(words.back)}</a>
</section>`
}

function header(title: string): string {
  return `<div class="top">${logo}<span>${escape(brand.name.toLowerCase())}</span><span class="pix">${escape(title)}</span></div>`
}

function document(
  { language, base, title }: { language: LanguageCode; base: string; title: string },
  body: string,
): string {
  return `<!doctype html>
<html lang="${languages[language].locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="theme-color" content="${brand.windowColour}">
<title>${escape(title)} · ${escape(brand.name)}</title>
<link rel="icon" href="${base}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${base}/tokens.css">
<link rel="stylesheet" href="${base}/pay.css">
</head>
<body>
${body}
</body>
</html>
`
}

function money(payment: PagePayment, language: LanguageCode): string {
  return formatMoney(payment.amount, languages[language])
}
