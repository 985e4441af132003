import {
  REELS,
  ROWS,
  slotLines,
  slotPayout,
  slotSymbols,
  slotThemes,
  type LineSymbol,
  type SlotSymbol,
} from '#contract/games/slots.ts'
import { lineColour } from '../reels/BoardPainter.ts'
import { svgUrl } from '../reels/symbolArt.ts'
import { formatPercent } from '../texts/format.ts'
import { h, liveChildren } from './h.ts'
import { createSheet, type Sheet } from './sheet.ts'
import type { View } from './View.ts'

const counts = [5, 4, 3] as const

/** Prizes for the stake that is set, the lines, the rules and the return: to be read before a bet. */
export function createPaytable(view: View): Sheet {
  const content = h('div', { class: 'paytable' })
  liveChildren(content, () => paytable(view))
  return createSheet(view, () => view.texts.info, [content])
}

function paytable(view: View): HTMLElement[] {
  const { game, texts } = view
  const { rules } = texts
  const theme = slotThemes[game.gameCode]
  const stake = game.stake.error ? game.stake.min : (game.stake.value ?? game.stake.min)
  const worth = (units: number) => view.money(slotPayout(stake, units))
  const card = (symbol: SlotSymbol) => {
    const pays = symbol === 'S' ? theme.scatterPays : theme.pays[symbol as LineSymbol]
    const rows = counts.map((count) =>
      h('li', {}, h('b', {}, `${count}×`), h('span', {}, worth(pays[count - 3] ?? 0))),
    )
    return h(
      'div',
      { class: 'payCard', attrs: { 'data-symbol': symbol } },
      h('img', { attrs: { src: svgUrl(view.drawings[symbol]), alt: nameOf(symbol), width: 64, height: 64 } }),
      h('ul', {}, ...rows),
    )
  }
  const { awards, factor, retrigger, cap } = theme.freeSpins
  const [three, four, five] = awards
  const scatterText = view.fill(rules.scatter, {
    three,
    four,
    five,
  })
  const lines = slotLines.map((rows, line) => h('li', {}, linePicture(rows, line), String(line + 1)))
  const paragraphs = [
    rules.left,
    view.fill(rules.rtp, { rtp: formatPercent(game.rtp, game.spoken) }),
    view.fill(rules.limits, {
      min: view.money(game.stake.min),
      max: view.money(game.stake.max),
      maxWin: view.money(game.maxWin),
    }),
    rules.fair,
    rules.keys,
  ]
  return [
    h('p', { class: 'payLead' }, view.fill(rules.rtp, { rtp: formatPercent(game.rtp, game.spoken) })),
    h('h3', {}, view.fill(rules.pays, { stake: view.money(stake) })),
    h(
      'div',
      { class: 'special' },
      card('W'),
      h('p', {}, theme.wildFactor === 2 ? rules.wildFactor : rules.wild),
    ),
    h(
      'div',
      { class: 'special' },
      card('S'),
      h(
        'p',
        {},
        [
          scatterText,
          view.fill(rules.freeFactor, { factor }),
          retrigger ? view.fill(rules.retrigger, { cap }) : rules.noRetrigger,
        ].join(' '),
      ),
    ),
    h(
      'div',
      { class: 'pays' },
      ...slotSymbols.filter((symbol) => symbol !== 'W' && symbol !== 'S').map(card),
    ),
    h('h3', {}, rules.lines),
    h('ol', { class: 'lines' }, ...lines),
    ...paragraphs.filter((_, index) => index !== 1).map((text) => h('p', {}, text)),
  ]
}

/** W and S are read as what they do; the others have no name but their place. */
function nameOf(symbol: SlotSymbol): string {
  return symbol === 'W' ? 'Wild' : symbol === 'S' ? 'Scatter' : symbol
}

function linePicture(rows: readonly number[], line: number): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(namespace, 'svg')
  svg.setAttribute('viewBox', `0 0 ${REELS * 10} ${ROWS * 10}`)
  svg.setAttribute('aria-hidden', 'true')
  for (let reel = 0; reel < REELS; reel++) {
    for (let row = 0; row < ROWS; row++) {
      const cell = document.createElementNS(namespace, 'rect')
      const values = { x: reel * 10 + 1, y: row * 10 + 1, width: 8, height: 8, rx: 2 }
      for (const [name, value] of Object.entries(values)) cell.setAttribute(name, String(value))
      cell.setAttribute('fill', rows[reel] === row ? lineColour(line) : 'rgb(255 255 255 / 14%)')
      svg.append(cell)
    }
  }
  return svg
}
