import { h, icon, liveAttrs, liveChildren, liveText, type IconName } from './h.ts'
import type { View } from './View.ts'

interface Sheets {
  paytable: () => void
  auto: () => void
  history: () => void
}

/** Stake, wallet, and the buttons under the thumb. */
export function createPanel(view: View, sheets: Sheets): HTMLElement {
  return liveAttrs(
    h(
      'section',
      { class: 'panel' },
      stakeRow(view),
      h(
        'div',
        { class: 'infoRow' },
        walletButton(view),
        autoState(view),
        smallButton('history', () => view.texts.history, sheets.history),
      ),
      h(
        'div',
        { class: 'buttonRow' },
        smallButton('info', () => view.texts.info, sheets.paytable),
        liveAttrs(
          smallButton('auto', () => view.texts.auto, sheets.auto),
          () => ({
            disabled: view.game.isLocked || view.game.stake.error !== null,
          }),
        ),
        spinButton(view),
        toggle(
          view,
          'turbo',
          () => view.texts.turbo,
          () => view.game.isTurbo,
          (on) => view.game.setTurbo(on),
        ),
        soundButton(view),
      ),
    ),
    () => ({ 'aria-label': view.texts.controls }),
  )
}

function stakeRow(view: View): HTMLElement {
  const { stake, purse } = view.game
  const input = h('input', {
    attrs: { type: 'text', inputmode: 'decimal', autocomplete: 'off', 'aria-describedby': 'stakeError' },
    on: { input: () => stake.type(input.value), blur: () => stake.tidy() },
  })
  liveAttrs(input, () => {
    if (input.value !== stake.text) input.value = stake.text
    return {
      'aria-label': view.texts.stake,
      'aria-invalid': stake.error !== null ? 'true' : undefined,
      disabled: view.game.isLocked || view.game.isUnanswered,
    }
  })
  const button = (text: string, label: () => string, run: () => void) =>
    liveAttrs(
      h('button', { class: 'stakeButton', attrs: { type: 'button' }, on: { click: run } }, text),
      () => ({ 'aria-label': label(), disabled: view.game.isLocked || view.game.isUnanswered }),
    )
  const most = button(
    '',
    () => view.texts.max,
    () => stake.most(purse.available),
  )
  liveText(most, () => view.texts.maxShort)
  return h(
    'div',
    { class: 'stakeRow' },
    h(
      'label',
      { class: 'field stakeField' },
      liveText(h('small', {}), () => view.texts.stake),
      h(
        'span',
        {},
        liveText(h('i', {}), () => view.game.spoken.symbol),
        input,
      ),
    ),
    button(
      '½',
      () => view.texts.half,
      () => stake.half(),
    ),
    button(
      '2×',
      () => view.texts.double,
      () => stake.double(),
    ),
    most,
    liveText(h('p', { class: 'stakeError', attrs: { id: 'stakeError', role: 'status' } }), () =>
      stakeError(view),
    ),
  )
}

function stakeError(view: View): string {
  const { game, texts } = view
  switch (game.phase === 'loading' || game.phase === 'failed' ? null : game.stake.error) {
    case 'stakeInvalid':
      return texts.errors.stakeInvalid
    case 'stakeTooLow':
      return view.fill(texts.errors.stakeTooLow, { limit: view.money(game.stake.min) })
    case 'stakeTooHigh':
      return view.fill(texts.errors.stakeTooHigh, { limit: view.money(game.stake.max) })
    case null:
      return ''
  }
}

/** Shows the wallet that is played with, and changes to the other one. */
function walletButton(view: View): HTMLElement {
  const { purse } = view.game
  const name = () => (purse.chosen === 'cash' ? view.texts.cash : view.texts.bonus)
  const button = h(
    'button',
    {
      class: 'wallet',
      attrs: { type: 'button' },
      on: { click: () => purse.choose(purse.chosen === 'cash' ? 'bonus' : 'cash') },
    },
    h(
      'span',
      {},
      liveText(h('small', {}), name),
      liveText(h('b', {}), () => view.money(purse.available)),
    ),
    icon('swap'),
  )
  return liveAttrs(button, () => ({
    'aria-label': `${view.texts.wallet}: ${name()}, ${view.money(purse.available)}`,
    'data-wallet': purse.chosen,
    disabled: view.game.isLocked || view.game.isUnanswered,
  }))
}

/** Where automatic play stands, and afterwards why it stopped. */
function autoState(view: View): HTMLElement {
  const text = () => {
    const { auto } = view.game
    if (auto.reason) return view.texts.stopped[auto.reason]
    if (!auto.isRunning) return ''
    return auto.left === null
      ? view.fill(view.texts.playedSoFar, { count: auto.played })
      : view.fill(view.texts.roundsLeft, { count: auto.left })
  }
  return liveAttrs(liveText(h('p', { class: 'autoState', attrs: { role: 'status' } }), text), () => ({
    'aria-label': view.texts.autoState,
  }))
}

function spinButton(view: View): HTMLElement {
  const { game } = view
  const button = h('button', {
    class: 'spin',
    attrs: { type: 'button' },
    on: {
      click: () => {
        view.sounds.play('press')
        game.press()
      },
    },
  })
  const state = (): { label: string; icon: IconName; kind: string } => {
    const { texts } = view
    if (game.auto.isRunning) return { label: texts.stop, icon: 'stop', kind: 'stop' }
    if (game.phase === 'spinning' || game.phase === 'showing')
      return { label: texts.quick, icon: 'stop', kind: 'quick' }
    if (game.phase === 'freeIntro') return { label: texts.free.start, icon: 'go', kind: 'go' }
    if (game.phase === 'freeEnd') return { label: texts.free.goOn, icon: 'go', kind: 'go' }
    if (game.phase === 'failed' || game.isUnanswered)
      return { label: texts.trouble.retry, icon: 'spin', kind: 'spin' }
    return { label: texts.spin, icon: 'spin', kind: 'spin' }
  }
  liveChildren(button, () => [icon(state().icon), h('span', {}, state().label)])
  return liveAttrs(button, () => ({
    'data-kind': state().kind,
    disabled:
      game.phase === 'loading' ||
      (game.phase === 'idle' && (game.isPaused || (game.stake.error !== null && !game.isUnanswered))),
  }))
}

function soundButton(view: View): HTMLElement {
  const button = toggle(
    view,
    'sound',
    () => view.texts.sound,
    () => view.isSoundOn,
    (on) => view.setSound(on),
  )
  liveChildren(button, () => [icon(view.isSoundOn ? 'sound' : 'mute')])
  return button
}

function toggle(
  view: View,
  name: IconName,
  label: () => string,
  isOn: () => boolean,
  set: (on: boolean) => void,
): HTMLElement {
  return liveAttrs(
    smallButton(name, label, () => set(!isOn())),
    () => ({
      'aria-pressed': isOn() ? 'true' : 'false',
    }),
  )
}

function smallButton(name: IconName, label: () => string, run: () => void): HTMLElement {
  return liveAttrs(
    h('button', { class: 'iconButton', attrs: { type: 'button' }, on: { click: run } }, icon(name)),
    () => ({ 'aria-label': label(), title: label() }),
  )
}
