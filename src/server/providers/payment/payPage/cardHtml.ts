import type { CardAnswer, CardDesk } from './cards.ts'
import { escape } from './escape.ts'
import type { PayWords } from './payWords.ts'

/** The form of a card, the step with the bank's code, and which cards can be tried. */
export function cardPanel(words: PayWords, cards: CardDesk): { id: string; html: string } {
  const html = `<form id="card-form" class="form" novalidate autocomplete="off">
<p id="card-result" class="result" role="alert"></p>
${field('number', words.cardNumber, { inputmode: 'numeric', maxlength: '23', placeholder: '0000 0000 0000 0000' })}
${field('name', words.cardName, { maxlength: '80', autocapitalize: 'characters' })}
<div class="two">
${field('expiry', words.cardExpiry, { inputmode: 'numeric', maxlength: '7', placeholder: '08/29' })}
${field('cvv', words.cvv, { inputmode: 'numeric', maxlength: '4', placeholder: '000' })}
</div>
<button type="submit" class="primary">${escape(words.payByCard)}</button>
</form>
<form id="code-form" class="form" novalidate autocomplete="off" hidden>
<h2 tabindex="-1">${escape(words.challengeTitle)}</h2>
<p class="hint">${escape(words.challengeText)}</p>
${field('code', words.challengeCode, { inputmode: 'numeric', maxlength: '12', autocomplete: 'one-time-code' })}
<button type="submit" class="primary">${escape(words.confirm)}</button>
<button type="button" id="other-card">${escape(words.otherCard)}</button>
</form>
${testCardList(words, cards)}`
  return { id: 'card', html }
}

function field(name: string, label: string, attributes: Record<string, string>): string {
  const more = Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${escape(value)}"`)
    .join('')
  return `<div class="field">
<label for="card-${name}">${escape(label)}</label>
<input id="card-${name}" name="${name}" type="text" required aria-describedby="card-${name}-error"${more}>
<p id="card-${name}-error" class="error"></p>
</div>`
}

function testCardList(words: PayWords, { testCards, testCode }: CardDesk): string {
  const effects: Record<CardAnswer, string> = {
    paid: words.testPaid,
    declined: words.testDeclined,
    expired: words.testExpired,
    challenge: words.testChallenge.replace('{code}', testCode),
    notTest: words.notTest,
  }
  const items = Object.entries(testCards).map(
    ([number, answer]) =>
      `<li><code>${number.replace(/(.{4})(?=.)/g, '$1 ')}</code> ${escape(effects[answer])}</li>`,
  )
  return `<details class="tests"><summary>${escape(words.testCards)}</summary><ul>${items.join('')}</ul></details>`
}
