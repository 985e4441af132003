import type { SlotPlay } from '#contract/http/slots.ts'
import { formatTime } from '../texts/format.ts'
import { h, liveAttrs, liveChildren } from './h.ts'
import { createSheet, type Sheet } from './sheet.ts'
import type { View } from './View.ts'

/** The player's last rounds; each opens to its proof: what it takes to recompute it at /fair. */
export function createHistory(view: View): Sheet {
  const list = liveAttrs(h('ul', { class: 'history' }), () => ({ 'aria-label': view.texts.history }))
  liveChildren(list, () =>
    view.game.rounds.length === 0
      ? [h('li', { class: 'empty' }, view.texts.historyEmpty)]
      : view.game.rounds.map((round) => h('li', {}, row(view, round))),
  )
  return createSheet(view, () => view.texts.history, [list])
}

function row(view: View, round: SlotPlay): HTMLElement {
  const { texts, game } = view
  const { proof } = texts
  const facts: [string, string][] = [
    [proof.id, round.id],
    [proof.serverSeedHash, round.proof.serverSeedHash],
    [proof.clientSeed, round.proof.clientSeed],
    [proof.nonce, String(round.proof.nonce)],
  ]
  return h(
    'details',
    { class: 'round', attrs: { 'data-won': round.payout > round.stake } },
    h(
      'summary',
      {},
      h('span', { class: 'roundTime' }, formatTime(round.time, game.spoken)),
      h('span', {}, view.fill(proof.staked, { amount: view.money(round.stake) })),
      h('b', {}, view.fill(proof.paid, { amount: view.money(round.payout) })),
    ),
    h('h3', {}, proof.proof),
    h('dl', {}, ...facts.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])),
  )
}
