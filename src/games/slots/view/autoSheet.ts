import { keepTyped } from '#contract/typedAmount.ts'
import { autoRounds } from '../play/AutoSpin.ts'
import { h, liveAttrs, liveText } from './h.ts'
import { createSheet, type Sheet } from './sheet.ts'
import type { View } from './View.ts'

/** Automatic play: how many rounds, and what stops them. */
export function createAutoSheet(view: View): Sheet {
  const { game } = view
  const rounds = autoRounds.map((count) => {
    const input = h('input', {
      attrs: { type: 'radio', name: 'rounds', value: count },
      on: { change: () => game.auto.change({ rounds: count }) },
    })
    input.checked = game.auto.rounds === count
    const text = liveText(h('span', {}), () => (count === 0 ? view.texts.unlimited : String(count)))
    return h('label', { class: 'choice' }, input, text)
  })
  const group = liveAttrs(h('div', { class: 'choices', attrs: { role: 'radiogroup' } }, ...rounds), () => ({
    'aria-label': view.texts.rounds,
  }))
  const free = h('input', {
    attrs: { type: 'checkbox' },
    on: { change: () => game.auto.change({ stopsAtFree: free.checked }) },
  })
  const start = liveAttrs(
    liveText(
      h('button', {
        class: 'wideButton',
        attrs: { type: 'button' },
        on: {
          click: () => {
            sheet.element.close()
            void game.startAuto()
          },
        },
      }),
      () => view.texts.start,
    ),
    () => ({
      disabled: game.stake.error !== null || game.auto.isProfitLimitWrong || game.auto.isLossLimitWrong,
    }),
  )
  const sheet = createSheet(view, () => view.texts.autoTitle, [
    liveText(h('p', { class: 'fieldLabel', attrs: { 'aria-hidden': 'true' } }), () => view.texts.rounds),
    group,
    amountField(
      view,
      () => view.texts.stopProfit,
      (text) => game.auto.change({ stopProfitText: text }),
      () => game.auto.isProfitLimitWrong,
    ),
    amountField(
      view,
      () => view.texts.stopLoss,
      (text) => game.auto.change({ stopLossText: text }),
      () => game.auto.isLossLimitWrong,
    ),
    h(
      'label',
      { class: 'check' },
      free,
      liveText(h('span', {}), () => view.texts.stopFree),
    ),
    start,
  ])
  return sheet
}

function amountField(
  view: View,
  label: () => string,
  onType: (text: string) => void,
  isWrong: () => boolean,
): HTMLElement {
  const input = h('input', {
    attrs: { type: 'text', inputmode: 'decimal', autocomplete: 'off', maxlength: 12 },
    on: {
      input: () => {
        input.value = keepTyped(input.value)
        onType(input.value)
      },
    },
  })
  return h(
    'label',
    { class: 'amountField' },
    liveText(h('span', { class: 'fieldLabel' }), label),
    h(
      'span',
      { class: 'field' },
      liveText(h('i', {}), () => view.game.spoken.symbol),
      liveAttrs(input, () => ({ 'aria-invalid': isWrong() ? 'true' : undefined })),
    ),
    liveText(h('small', { class: 'fieldError', attrs: { role: 'status' } }), () =>
      isWrong() ? view.texts.errors.stakeInvalid : '',
    ),
  )
}
