import { autorun } from 'mobx'
import type { Cents } from '#contract/money.ts'
import { svgUrl } from '../reels/symbolArt.ts'
import { createCountUp } from './countUp.ts'
import { h, liveAttrs, liveChildren, liveText } from './h.ts'
import type { View } from './View.ts'

const countMs = { none: 0, back: 350, win: 700, big: 2300, huge: 3800 }

/** The name of the game, and under it what the host or the round has to say. */
export function createMast(view: View, title: string): HTMLElement {
  const { game } = view
  const notice = liveAttrs(
    h(
      'p',
      { class: 'notice', attrs: { role: 'status' } },
      liveText(h('span', {}), () => game.notice),
    ),
    () => ({ hidden: game.notice === '' }),
  )
  const dismiss = liveAttrs(
    h(
      'button',
      { class: 'noticeClose', attrs: { type: 'button' }, on: { click: () => game.setNotice('') } },
      '×',
    ),
    () => ({ 'aria-label': view.texts.close }),
  )
  notice.append(dismiss)
  return h('header', { class: 'mast' }, h('h1', { class: 'wordmark' }, title), notice)
}

/** The reels in their frame, with what is announced above them. */
export function createMachine(view: View, reels: HTMLCanvasElement): HTMLElement {
  const columns = Array.from({ length: 5 }, () => h('i', {}))
  liveAttrs(reels, () => ({ role: 'img', 'aria-label': view.texts.board }))
  return h(
    'div',
    { class: 'machine' },
    h(
      'div',
      { class: 'window' },
      h('div', { class: 'columns', attrs: { 'aria-hidden': 'true' } }, ...columns),
      reels,
      announcement(view),
      bigWin(view),
    ),
  )
}

/** Free spins begin or are over. */
function announcement(view: View): HTMLElement {
  const { game } = view
  const box = h('div', { class: 'announcement' })
  liveChildren(box, () => {
    const { free, phase } = game
    const { texts } = view
    if (!free || (phase !== 'freeIntro' && phase !== 'freeEnd')) return []
    const isIntro = phase === 'freeIntro'
    return [
      game.isResumed && isIntro && h('p', { class: 'small' }, texts.free.resumed),
      h('strong', {}, isIntro ? view.fill(texts.free.count, { count: free.total }) : texts.free.end),
      h(
        'p',
        {},
        isIntro
          ? view.fill(texts.free.factor, { factor: free.factor })
          : free.won > 0
            ? view.fill(texts.free.total, { amount: view.money(free.won) })
            : texts.free.zero,
      ),
      h(
        'button',
        { class: 'wideButton', attrs: { type: 'button' }, on: { click: () => game.goOn() } },
        isIntro ? texts.free.start : texts.free.goOn,
      ),
    ]
  })
  return liveAttrs(box, () => ({
    hidden: game.phase !== 'freeIntro' && game.phase !== 'freeEnd',
    'data-kind': game.phase,
  }))
}

/** Only from 15 times the stake: what is smaller is told, not celebrated. */
function bigWin(view: View): HTMLElement {
  const { game } = view
  const isShown = () => game.phase === 'showing' && (game.tier === 'big' || game.tier === 'huge')
  const amount = h('b', {})
  const count = createCountUp((value) => (amount.textContent = view.money(value as Cents)), view.isStill)
  autorun(() => {
    if (isShown()) count(game.won, countMs[game.tier])
    else count(0, 0)
  })
  const title = liveText(h('strong', {}), () => (game.tier === 'huge' ? view.texts.huge : view.texts.big))
  return liveAttrs(h('div', { class: 'bigWin', attrs: { 'aria-hidden': 'true' } }, title, amount), () => ({
    hidden: !isShown(),
    'data-tier': game.tier,
  }))
}

/** Under the reels: what the round has won, and where it comes from. */
export function createMeter(view: View): HTMLElement {
  const { game } = view
  const amount = h('b', { class: 'amount' })
  const count = createCountUp((value) => (amount.textContent = view.money(value as Cents)), view.isStill)
  autorun(() => count(game.won, countMs[game.tier]))
  liveAttrs(amount, () => ({ hidden: game.won === 0 }))
  const label = liveText(h('span', { class: 'label' }), () => meterLabel(view))
  const detail = h('span', { class: 'detail' })
  liveChildren(detail, () => stepDetail(view))
  return liveAttrs(
    h('div', { class: 'meter', attrs: { 'aria-hidden': 'true' } }, label, amount, detail),
    () => ({ 'data-tier': game.tier, 'data-free': game.free !== null }),
  )
}

function meterLabel({ game, texts, fill }: View): string {
  const { free } = game
  if (free?.more) return fill(texts.free.more, { count: free.more })
  if (free && free.done > 0) return fill(texts.free.progress, { done: free.done, total: free.total })
  if (game.phase === 'spinning') return texts.spinning
  if (game.won > 0) return game.tier === 'back' ? fill(texts.back, { amount: '' }).trim() : texts.lastWin
  if (game.phase === 'loading') return texts.loading
  return game.last ? texts.none : texts.ready
}

function stepDetail(view: View): (Node | string)[] {
  const { step } = view.game
  if (!step || step.kind === 'all') return []
  const symbol = step.kind === 'line' ? step.symbol : 'S'
  const picture = h('img', {
    attrs: { src: svgUrl(view.drawings[symbol]), alt: '', width: 20, height: 20 },
  })
  const place =
    step.kind === 'line'
      ? view.fill(view.texts.line, { line: step.line + 1 })
      : view.fill(view.texts.scatter, { count: step.count })
  const amount = step.amount > 0 ? view.money(step.amount) : ''
  const count = step.kind === 'line' ? `${step.count}×` : ''
  return [h('span', {}, place), h('span', {}, count, picture), h('span', {}, amount)]
}

/** Read once by a screen reader when a round is over. */
export function createResult(view: View): HTMLElement {
  const { game } = view
  const text = () => {
    const { last } = game
    if (!last || game.isBusy) return ''
    const amount = view.money(last.payout)
    if (last.payout === 0) return view.texts.none
    return view.fill(last.payout > last.stake ? view.texts.won : view.texts.back, { amount })
  }
  return liveAttrs(liveText(h('p', { class: 'hiddenText', attrs: { role: 'status' } }), text), () => ({
    'aria-label': view.texts.result,
  }))
}

/** What went wrong, and the way on. */
export function createTrouble(view: View): HTMLElement {
  const { game } = view
  const box = h('div', { class: 'trouble', attrs: { role: 'alert' } })
  liveChildren(box, () => {
    const { trouble } = game
    if (!trouble) return []
    const { texts } = view
    const own =
      game.phase === 'failed' && trouble.kind === 'lost' ? texts.trouble.load : texts.trouble[trouble.kind]
    const button = (text: string, run: () => void) =>
      h('button', { class: 'chip', attrs: { type: 'button' }, on: { click: run } }, text)
    return [
      h('p', {}, trouble.text || own),
      trouble.kind === 'funds' && button(texts.deposit, () => view.host.needDeposit()),
      (trouble.kind === 'lost' || game.phase === 'failed') && button(texts.trouble.retry, () => game.press()),
      game.phase === 'failed' && button(texts.support, () => view.host.openSupport()),
      (game.phase === 'failed' || trouble.kind === 'closed') && button(texts.exit, () => view.host.exit()),
      game.phase !== 'failed' &&
        trouble.kind !== 'offline' &&
        trouble.kind !== 'lost' &&
        button(texts.close, () => game.dismissTrouble()),
    ]
  })
  return liveAttrs(box, () => ({ hidden: game.trouble === null }))
}
