import { observable, runInAction } from 'mobx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cents } from '#contract/money.ts'
import { limitCalls } from '#contract/http/limits.ts'
import { RealityCheckStore } from '#renderer/overlays/realityCheck/RealityCheckStore.ts'
import { createFixture } from '../stores/rootFixture.ts'
import { OverlayStore } from '#renderer/stores/OverlayStore.ts'
import { PromptStore } from '#renderer/app/PromptStore.ts'
import { RoundStatus } from '#renderer/stores/RoundStatus.ts'
import type { RootStore } from '#renderer/stores/RootStore.ts'

let stop: (() => void) | undefined

/** A PromptStore on fake stores. `isStarted: false` leaves `prompts.start()` to the test. */
function createPrompts({ isStarted = true } = {}) {
  const state = observable({
    hasToken: true,
    isNew: false,
    cash: cents(100_00),
    first: { cash: cents(100_00), bonus: cents(0) },
    bonus: cents(0),
    isWaiting: false,
    player: null as { testAccount: object | null } | null,
    bonusOffer: null as { multiplier: number; amount: number } | null,
  })
  const overlays = new OverlayStore()
  const rounds = new RoundStatus()
  const root = {
    overlays,
    rounds,
    api: { call: async () => ({ realityCheck: 30 }) },
    session: {
      get hasToken() {
        return state.hasToken
      },
      get player() {
        return state.player
      },
      get isNew() {
        return state.isNew
      },
      get isLoggedIn() {
        return state.hasToken
      },
    },
    wallet: {
      get cash() {
        return state.cash
      },
      get first() {
        return state.first
      },
      get bonus() {
        return state.bonus
      },
    },
    realtime: {
      get bonusOffer() {
        return state.bonusOffer
      },
      dismissBonusOffer: () => runInAction(() => (state.bonusOffer = null)),
      onTopicEvent: () => () => undefined,
    },
  }
  const gift = {
    get isWaiting() {
      return state.isWaiting
    },
    dismiss: () => runInAction(() => (state.isWaiting = false)),
  }
  const prompts = new PromptStore(root as unknown as RootStore, gift)
  const start = () => void (stop = prompts.start())
  if (isStarted) start()
  const set = (change: Partial<typeof state>) => runInAction(() => Object.assign(state, change))
  return { prompts, overlays, rounds, state, start, set, open: () => overlays.current?.name ?? null }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  stop?.()
  vi.useRealTimers()
})

describe('award popup', () => {
  it('opens on home only, over nothing else, and once', () => {
    const { prompts, overlays, set, open, state } = createPrompts()
    prompts.moveTo('/conta', false)
    set({ isWaiting: true })
    expect(open()).toBeNull()
    overlays.open('deposit')
    prompts.moveTo('/home', false)
    expect(open()).toBe('deposit')
    overlays.close()
    expect(open()).toBe('award')
    overlays.close()
    expect(state.isWaiting).toBe(false)
    expect(open()).toBeNull()
  })
})

describe('test-credentials popup', () => {
  it('opens once after each login of a test account, and for nobody else', () => {
    const { overlays, set, open } = createPrompts()
    set({ player: { testAccount: {} } })
    expect(open()).toBeNull()
    set({ isNew: true })
    expect(open()).toBe('testAccount')
    overlays.close()
    expect(open()).toBeNull()
    set({ hasToken: false, isNew: false, player: null })
    set({ hasToken: true, isNew: true })
    set({ player: { testAccount: null } })
    expect(open()).toBeNull()
    set({ player: { testAccount: {} } })
    expect(open()).toBe('testAccount')
  })
})

describe('bonus-multiplier prompt', () => {
  it('opens before the award popup, and a closed offer does not return', () => {
    const { prompts, overlays, set, open, state } = createPrompts()
    prompts.moveTo('/mines', true)
    set({ bonusOffer: { multiplier: 2, amount: 50_00 } })
    expect(open()).toBe('bonusMultiplier')
    overlays.close()
    expect(state.bonusOffer).toBeNull()
    expect(open()).toBeNull()
  })

  it('waits while its player is identified, and is there again', () => {
    const { overlays, set, open, state } = createPrompts()
    set({ bonusOffer: { multiplier: 2, amount: 50_00 } })
    overlays.open('editBank', { next: 'offer' })
    expect(state.bonusOffer).not.toBeNull()
    overlays.close()
    expect(open()).toBe('bonusMultiplier')
    overlays.close()
    expect(state.bonusOffer).toBeNull()
  })

  it('is cleared by a logout', () => {
    const { overlays, set, state } = createPrompts()
    overlays.open('deposit')
    set({ bonusOffer: { multiplier: 2, amount: 50_00 } })
    set({ hasToken: false })
    expect(state.bonusOffer).toBeNull()
  })
})

describe('low balance', () => {
  const shown = () => vi.advanceTimersByTime(1_500)

  it('opens the low-balance deposit in a game, once each time the balance falls below R$ 10', () => {
    const { prompts, overlays, set, open } = createPrompts()
    prompts.moveTo('/mines', true)
    set({ cash: cents(10_00) })
    shown()
    expect(open()).toBeNull()
    set({ cash: cents(9_99) })
    expect(open()).toBeNull()
    shown()
    expect(open()).toBe('gameDeposit')
    overlays.close()
    set({ cash: cents(5_00) })
    shown()
    expect(open()).toBeNull()
    set({ cash: cents(50_00) })
    set({ cash: cents(1_00) })
    shown()
    expect(open()).toBe('gameDeposit')
  })

  it('asks a player whose first round was over before the prompts were loaded', () => {
    const { prompts, start, set, open } = createPrompts({ isStarted: false })
    prompts.moveTo('/mines', true)
    set({ cash: cents(9_99) })
    start()
    shown()
    expect(open()).toBe('gameDeposit')
  })

  it('asks a player whose bonus was played before the prompts were loaded', () => {
    const { prompts, start, set, open } = createPrompts({ isStarted: false })
    prompts.moveTo('/mines', true)
    set({ first: { cash: cents(9_00), bonus: cents(60) }, cash: cents(9_00), bonus: cents(50) })
    start()
    shown()
    expect(open()).toBe('gameDeposit')
  })

  it('does not ask a player who came with a low balance', () => {
    const { prompts, start, set, open } = createPrompts({ isStarted: false })
    prompts.moveTo('/mines', true)
    set({ first: { cash: cents(9_99), bonus: cents(0) }, cash: cents(9_00) })
    start()
    shown()
    expect(open()).toBeNull()
  })

  it('waits for the end of the round, and of the next one that begins at once', () => {
    const { prompts, rounds, set, open } = createPrompts()
    prompts.moveTo('/mines', true)
    rounds.set(true)
    set({ cash: cents(7_00) })
    vi.advanceTimersByTime(60_000)
    expect(open()).toBeNull()
    rounds.set(false)
    vi.advanceTimersByTime(500)
    rounds.set(true)
    vi.advanceTimersByTime(60_000)
    expect(open()).toBeNull()
    rounds.set(false)
    shown()
    expect(open()).toBe('gameDeposit')
  })

  it('does not open when the payout makes up for the stake', () => {
    const { prompts, rounds, set, open } = createPrompts()
    prompts.moveTo('/mines', true)
    rounds.set(true)
    set({ cash: cents(7_00) })
    rounds.set(false)
    set({ cash: cents(17_00) })
    shown()
    expect(open()).toBeNull()
  })

  it('waits for an open overlay', () => {
    const { prompts, overlays, set, open } = createPrompts()
    prompts.moveTo('/mines', true)
    overlays.open('withdraw')
    set({ cash: cents(7_00) })
    shown()
    overlays.close()
    shown()
    expect(open()).toBe('gameDeposit')
  })

  it('does not ask again when a refused bet has opened the deposit', () => {
    const { prompts, overlays, rounds, set, open } = createPrompts()
    prompts.moveTo('/mines', true)
    rounds.set(true)
    set({ cash: cents(0) })
    overlays.open('gameDeposit')
    rounds.set(false)
    overlays.close()
    shown()
    expect(open()).toBeNull()
  })

  it('does not open outside games, nor in the next game after one was left', () => {
    const { prompts, rounds, set, open } = createPrompts()
    prompts.moveTo('/home', false)
    set({ cash: cents(9_00) })
    shown()
    expect(open()).toBeNull()
    set({ cash: cents(20_00) })
    prompts.moveTo('/mines', true)
    rounds.set(true)
    set({ cash: cents(1_00) })
    prompts.moveTo('/home', false)
    rounds.set(false)
    prompts.moveTo('/dice', true)
    shown()
    expect(open()).toBeNull()
  })

  it('watches the bonus wallet while that is the one in use', () => {
    const { prompts, set, open } = createPrompts()
    set({ cash: cents(0), bonus: cents(5_00) })
    prompts.moveTo('/mines', true)
    set({ bonus: cents(51) })
    shown()
    expect(open()).toBeNull()
    set({ bonus: cents(50) })
    shown()
    expect(open()).toBe('gameDeposit')
  })

  it('opens once when both wallets become low', () => {
    const { prompts, overlays, set, open } = createPrompts()
    set({ bonus: cents(5_00) })
    prompts.moveTo('/mines', true)
    set({ cash: cents(1_00), bonus: cents(0) })
    shown()
    expect(open()).toBe('gameDeposit')
    overlays.close()
    shown()
    expect(open()).toBeNull()
  })

  it('opens for a bonus that is used up, whatever the cash, and says that it is the bonus', () => {
    const { prompts, overlays, set, open } = createPrompts()
    set({ bonus: cents(5_00) })
    prompts.moveTo('/mines', true)
    set({ bonus: cents(51) })
    shown()
    expect(open()).toBeNull()
    set({ bonus: cents(50) })
    shown()
    expect(overlays.current).toEqual({ name: 'gameDeposit', props: { wallet: 'bonus' } })
  })

  it('does not open when the payout brings the bonus back', () => {
    const { prompts, rounds, set, open } = createPrompts()
    set({ bonus: cents(5_00) })
    prompts.moveTo('/mines', true)
    rounds.set(true)
    set({ bonus: cents(0) })
    set({ bonus: cents(10_00) })
    rounds.set(false)
    shown()
    expect(open()).toBeNull()
  })
})

describe('start mask', () => {
  it('opens after a login on home, not with an existing session', () => {
    const { prompts, set } = createPrompts()
    prompts.moveTo('/home', false)
    expect(prompts.isMaskShown).toBe(false)
    set({ isNew: true })
    expect(prompts.isMaskShown).toBe(true)
  })

  it('opens when the login has ended before the prompts are loaded', () => {
    const { prompts, set, start } = createPrompts({ isStarted: false })
    prompts.moveTo('/home', false)
    set({ isNew: true })
    start()
    expect(prompts.isMaskShown).toBe(true)
  })

  it('closes with the page', () => {
    const { prompts, set } = createPrompts()
    prompts.moveTo('/home', false)
    set({ isNew: true })
    prompts.moveTo('/vip', false)
    expect(prompts.isMaskShown).toBe(false)
  })
})

describe('reality check', () => {
  it("opens at the player's interval, repeatedly, and waits for an open overlay", async () => {
    const { overlays, open } = createPrompts()
    await vi.advanceTimersByTimeAsync(29 * 60_000)
    expect(open()).toBeNull()
    await vi.advanceTimersByTimeAsync(2 * 60_000)
    expect(open()).toBe('realityCheck')
    overlays.open('deposit')
    await vi.advanceTimersByTimeAsync(31 * 60_000)
    expect(open()).toBe('deposit')
    overlays.close()
    expect(open()).toBe('realityCheck')
  })

  it('is not that of the next player', async () => {
    const { overlays, set, open } = createPrompts()
    overlays.open('deposit')
    await vi.advanceTimersByTimeAsync(31 * 60_000)
    set({ hasToken: false })
    set({ hasToken: true })
    overlays.close()
    expect(open()).toBeNull()
    await vi.advanceTimersByTimeAsync(29 * 60_000)
    expect(open()).toBeNull()
    await vi.advanceTimersByTimeAsync(2 * 60_000)
    expect(open()).toBe('realityCheck')
  })

  it('sets no timer for a session that ended while its interval was asked for', async () => {
    const { set } = createPrompts()
    set({ hasToken: false })
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('says that its figures are not there, and loads them again', async () => {
    const fixture = createFixture()
    await fixture.enter()
    const store = new RealityCheckStore(fixture.root)
    await store.load()
    expect([store.hasFailed, store.summary]).toEqual([true, null])
    const data = { startedAt: '2030-01-01T00:00:00Z', minutes: 61, net: -5, realityCheck: 60 }
    fixture.respond(limitCalls.session.path, { data })
    await store.load()
    expect([store.hasFailed, store.summary?.minutes]).toEqual([false, 61])
  })

  it('does not open without a login', async () => {
    const { set, open } = createPrompts()
    set({ hasToken: false })
    await vi.advanceTimersByTimeAsync(61 * 60_000)
    expect(open()).toBeNull()
  })
})
