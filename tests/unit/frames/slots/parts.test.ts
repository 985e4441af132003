import { describe, expect, it, vi } from 'vitest'
import { languages } from '#contract/languages.ts'
import { cents, ZERO } from '#contract/money.ts'
import { AutoSpin } from '#frames/slots/play/AutoSpin.ts'
import { Stake } from '#frames/slots/play/Stake.ts'
import { WalletView } from '#frames/slots/play/WalletView.ts'

describe('the wallet view', () => {
  function setUp(cash: number, bonus = 0) {
    const onLow = vi.fn()
    const wallet = new WalletView(onLow)
    wallet.set({ cash: cents(cash), bonus: cents(bonus) })
    return { wallet, onLow }
  }

  it('deducts the stake at once and holds the win back until it was shown', () => {
    const { wallet } = setUp(50_00)
    wallet.hold('cash', cents(2_00))
    expect(wallet.shown.cash).toBe(48_00)
    wallet.set({ cash: cents(90_00), bonus: ZERO })
    expect(wallet.shown.cash).toBe(48_00)
    wallet.release()
    expect(wallet.shown.cash).toBe(90_00)
  })

  it('shows a deposit at once when no round is running', () => {
    const { wallet } = setUp(1_00)
    wallet.set({ cash: cents(51_00), bonus: ZERO })
    expect(wallet.available).toBe(51_00)
  })

  it('offers a deposit once when it falls below R$ 10, after the round and not during it', () => {
    const { wallet, onLow } = setUp(10_50)
    wallet.hold('cash', cents(1_00))
    wallet.set({ cash: cents(9_50), bonus: ZERO })
    expect(onLow).not.toHaveBeenCalled()
    wallet.release()
    expect(onLow).toHaveBeenCalledTimes(1)
    wallet.hold('cash', cents(1_00))
    wallet.set({ cash: cents(8_50), bonus: ZERO })
    wallet.release()
    expect(onLow).toHaveBeenCalledTimes(1)
  })

  it('asks again after it was above the threshold', () => {
    const { wallet, onLow } = setUp(10_00)
    wallet.set({ cash: cents(9_99), bonus: ZERO })
    wallet.set({ cash: cents(30_00), bonus: ZERO })
    wallet.set({ cash: cents(9_00), bonus: ZERO })
    expect(onLow).toHaveBeenCalledTimes(2)
  })

  it('asks below R$ 0.51 of the bonus wallet when that is used', () => {
    const { wallet, onLow } = setUp(0, 5_00)
    wallet.choose('bonus')
    wallet.set({ cash: ZERO, bonus: cents(51) })
    expect(onLow).not.toHaveBeenCalled()
    wallet.set({ cash: ZERO, bonus: cents(50) })
    expect(onLow).toHaveBeenCalledTimes(1)
  })
})

describe('the stake', () => {
  const stake = (language: 'pt_BR' | 'en_US' = 'pt_BR') => {
    const made = new Stake(() => languages[language])
    made.setLimits({ min: cents(20), max: cents(500_00) })
    return made
  }

  it("starts at R$ 1 and is written in the language's format", () => {
    expect(stake().text).toBe('1,00')
    expect(stake('en_US').text).toBe('1.00')
  })

  it('can be halved, doubled and set to the maximum within the limits', () => {
    const made = stake()
    made.half()
    expect(made.value).toBe(50)
    made.half()
    made.half()
    expect(made.value).toBe(20)
    made.setToMax(cents(9_999_00))
    expect(made.value).toBe(500_00)
    made.double()
    expect(made.value).toBe(500_00)
  })

  it('accepts valid amounts and says what is wrong with others', () => {
    const made = stake()
    made.type('1.234,5')
    expect(made.value).toBe(123_450)
    expect(made.error).toBe('stakeTooHigh')
    made.type('0,10')
    expect(made.error).toBe('stakeTooLow')
    made.type('')
    expect(made.error).toBe('stakeInvalid')
  })

  it.each(['0,100', '0,050', '0.010', '1,5,5', '-1', '1e309', 'NaN', '10x', '1.2.3'])(
    'does not accept %j as an amount, and keeps it visible',
    (text) => {
      const made = stake()
      made.type(text)
      expect([made.text, made.value, made.error]).toEqual([text, undefined, 'stakeInvalid'])
    },
  )
})

describe('automatic play', () => {
  const round = (stake: number, payout: number, hadFreeSpins = false) => ({
    stake: cents(stake),
    payout: cents(payout),
    hadFreeSpins,
  })
  function auto(changes: Parameters<AutoSpin['change']>[0] = {}) {
    const made = new AutoSpin(() => languages.pt_BR)
    made.change(changes)
    made.start()
    return made
  }

  it('plays exactly as many rounds as requested', () => {
    const made = auto({ rounds: 2 })
    made.record(round(100, 0))
    expect(made.left).toBe(1)
    made.record(round(100, 0))
    expect(made.isRunning).toBe(false)
    expect(made.reason).toBe('rounds')
  })

  it('reports invalid limits, and treats an empty field as no limit', () => {
    const made = auto({ stopProfitText: '0,100', stopLossText: '' })
    expect([made.isProfitLimitWrong, made.isLossLimitWrong]).toEqual([true, false])
    made.change({ stopProfitText: '1.000,50', stopLossText: '0' })
    expect([made.isProfitLimitWrong, made.isLossLimitWrong]).toEqual([false, true])
  })

  it('stops at a profit, at a loss and at free spins', () => {
    const profit = auto({ rounds: 0, stopProfitText: '5,00' })
    profit.record(round(100, 599))
    expect(profit.isRunning).toBe(true)
    profit.record(round(100, 101))
    expect(profit.reason).toBe('profit')
    const loss = auto({ rounds: 0, stopLossText: '2' })
    loss.record(round(100, 0))
    loss.record(round(100, 0))
    expect(loss.reason).toBe('loss')
    const free = auto({ rounds: 0, stopsAtFree: true })
    free.record(round(100, 0, true))
    expect(free.reason).toBe('free')
  })

  it('keeps the reason for the stop until the player continues', () => {
    const made = auto()
    made.stop('player')
    made.stop('network')
    expect(made.reason).toBe('player')
    made.clearReason()
    expect(made.reason).toBeNull()
  })
})
