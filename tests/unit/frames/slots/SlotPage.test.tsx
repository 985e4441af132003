import { runInAction } from 'mobx'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it } from 'vitest'
import { slotSymbols } from '#contract/games/slots.ts'
import { cents } from '#contract/money.ts'
import type { GameApi } from '#frames/slots/host/GameApi.ts'
import { SlotStore } from '#frames/slots/play/SlotStore.ts'
import type { Stage } from '#frames/slots/play/Stage.ts'
import { Sounds } from '#frames/slots/sounds.ts'
import texts from '#frames/slots/texts/en_US.json'
import { SlotPage } from '#frames/slots/view/SlotPage.tsx'
import { ViewModel } from '#frames/slots/view/ViewModel.ts'

const state = {
  gameCode: 'amazonia',
  balance: 100,
  freeBalance: 5,
  minStake: 0.2,
  maxStake: 500,
  stakes: [0.2, 1],
  maxWin: 1_000_000,
  rtp: 0.9594,
  unseen: null,
  recent: [],
}
const api = { call: async () => state } as unknown as GameApi
const noop = () => undefined
const stage: Stage = {
  spin: noop,
  stop: async () => undefined,
  abort: noop,
  place: noop,
  hurry: noop,
  showWins: async () => undefined,
  clearWins: noop,
  fanfare: noop,
  wait: async () => undefined,
}
const drawings = Object.fromEntries(slotSymbols.map((symbol) => [symbol, '<svg/>'])) as Record<
  (typeof slotSymbols)[number],
  string
>

function open() {
  const game = new SlotStore('amazonia', api, stage, { needDeposit: noop, reveal: noop, revealed: noop })
  game.setLanguage('en_US')
  const view = new ViewModel(texts, {
    game,
    title: 'Amazônia',
    drawings,
    scene: '<svg/>',
    reels: () => noop,
    coins: () => noop,
    sounds: new Sounds(),
    host: { openSupport: noop, exit: noop, needDeposit: noop },
    prefersReducedMotion: () => true,
  })
  return { game, view, draw: () => renderToStaticMarkup(<SlotPage view={view} />) }
}

let page: ReturnType<typeof open>
beforeEach(() => void (page = open()))

describe('the page of a slot', () => {
  it('cannot be played before the server has sent its state', async () => {
    expect(page.draw()).toContain('data-kind="spin" disabled=""')
    await page.game.load()
    expect(page.draw()).not.toContain('data-kind="spin" disabled=""')
  })

  it('names stake, wallet, reels and buttons for screen readers', async () => {
    await page.game.load()
    const html = page.draw()
    expect(html).toContain('<canvas class="reels" role="img" aria-label="Reels">')
    expect(html).toContain('aria-label="Wallet: Balance, R$ 100.00"')
    expect(html).toMatch(/<input type="text"[^>]* aria-label="Bet amount"[^>]* value="1\.00"/)
    for (const name of ['Half', 'Double', 'Max', 'History', 'Pay table and rules', 'Auto'])
      expect(html).toContain(`aria-label="${name}"`)
    for (const name of ['Turbo', 'Sound'])
      expect(html).toContain(`aria-label="${name}" title="${name}" aria-pressed="false"`)
    expect(html).toContain('<p class="hiddenText" role="status" aria-label="Result"></p>')
  })

  it('shows why a stake is invalid, and does not play it', async () => {
    await page.game.load()
    page.game.stake.type('0.10')
    const html = page.draw()
    expect(html).toContain('<p class="stakeError" id="stakeError" role="status">Minimum: R$\u00a00.20</p>')
    expect(html).toContain('aria-invalid="true"')
    expect(html).toContain('data-kind="spin" disabled=""')
  })

  it('offers a deposit for a stake above the balance of the wallet', async () => {
    await page.game.load()
    page.game.stake.type('150.00')
    expect(page.draw()).toContain('<div class="trouble" role="alert" hidden=""></div>')
    await page.game.spin()
    const html = page.draw()
    expect(html).toContain('<div class="trouble" role="alert"><p>Not enough balance for this bet.</p>')
    expect(html).toContain('<button type="button" class="chip">Deposit</button>')
    expect(html).toContain('<button type="button" class="chip">Close</button>')
  })

  it('announces free spins and sums them up', async () => {
    await page.game.load()
    const free = { done: 0, total: 8, factor: 2, won: cents(0), more: 0 }
    runInAction(() => Object.assign(page.game.round, { phase: 'freeIntro', free }))
    const intro = page.draw()
    expect(intro).toContain('<div class="announcement" data-kind="freeIntro">')
    expect(intro).toContain('<strong>8 free spins</strong><p>All wins ×2</p>')
    runInAction(() =>
      Object.assign(page.game.round, { phase: 'freeEnd', free: { ...free, won: cents(12_50) } }),
    )
    expect(page.draw()).toContain('<p>The free spins paid R$\u00a012.50</p>')
  })

  it('lists the prizes for the current stake', async () => {
    await page.game.load()
    page.game.stake.type('2.00')
    const html = page.draw()
    expect(html).toContain('Payouts for a R$\u00a02.00 bet')
    expect(html).toContain('Return to player (RTP): 95.94%')
    expect(html.match(/class="payCard"/g)).toHaveLength(slotSymbols.length)
    expect(html.match(/viewBox="0 0 50 30"/g)).toHaveLength(20)
  })

  it('does not start automatic play with a limit that is not an amount', async () => {
    await page.game.load()
    page.game.auto.change({ stopLossText: 'abc' })
    const html = page.draw()
    expect(html).toContain('<button type="button" class="wideButton" disabled="">Start</button>')
    expect(html).toContain('<small class="fieldError" role="status">Enter an amount, such as 10.00</small>')
  })
})
