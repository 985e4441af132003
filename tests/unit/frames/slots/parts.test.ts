import { describe, expect, it, vi } from 'vitest'
import { languages, type Language } from '#contract/languages.ts'
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

  it('deducts the stake at once and hides the win until it has been shown', () => {
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

  it('asks again once it has been above the threshold', () => {
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
  const createStake = (language: 'pt_BR' | 'en_US' = 'pt_BR') => {
    const stake = new Stake(() => languages[language])
    stake.setLimits({ min: cents(20), max: cents(500_00) })
    return stake
  }

  it("starts at R$ 1 and is written in the language's format", () => {
    expect(createStake().text).toBe('1,00')
    expect(createStake('en_US').text).toBe('1.00')
  })

  it('can be halved, doubled and set to the maximum within the limits', () => {
    const stake = createStake()
    stake.half()
    expect(stake.value).toBe(50)
    stake.half()
    stake.half()
    expect(stake.value).toBe(20)
    stake.setToMax(cents(9_999_00))
    expect(stake.value).toBe(500_00)
    stake.double()
    expect(stake.value).toBe(500_00)
  })

  it('accepts valid amounts and says what is wrong with others', () => {
    const stake = createStake()
    stake.type('1.234,5')
    expect(stake.value).toBe(123_450)
    expect(stake.error).toBe('stakeTooHigh')
    stake.type('0,10')
    expect(stake.error).toBe('stakeTooLow')
    stake.type('')
    expect(stake.error).toBe('stakeInvalid')
  })

  it.each(['0,100', '0,050', '0.010', '1,5,5', '-1', '1e309', 'NaN', '10x', '1.2.3'])(
    'does not accept %j as an amount, and keeps it visible',
    (text) => {
      const stake = createStake()
      stake.type(text)
      expect([stake.text, stake.value, stake.error]).toEqual([text, undefined, 'stakeInvalid'])
    },
  )
})

describe('automatic play', () => {
  const round = (createStake: number, payout: number, hadFreeSpins = false) => ({
    stake: cents(createStake),
    payout: cents(payout),
    hadFreeSpins,
  })
  function createAutoSpin(changes: Parameters<AutoSpin['change']>[0] = {}) {
    const autoSpin = new AutoSpin(() => languages.pt_BR)
    autoSpin.change(changes)
    autoSpin.start()
    return autoSpin
  }

  it('plays exactly as many rounds as requested', () => {
    const autoSpin = createAutoSpin({ rounds: 2 })
    autoSpin.record(round(100, 0))
    expect(autoSpin.left).toBe(1)
    autoSpin.record(round(100, 0))
    expect(autoSpin.isRunning).toBe(false)
    expect(autoSpin.reason).toBe('rounds')
  })

  it('reports invalid limits, and treats an empty field as no limit', () => {
    const autoSpin = createAutoSpin({ stopProfitText: '0,100', stopLossText: '' })
    expect([autoSpin.isProfitLimitWrong, autoSpin.isLossLimitWrong]).toEqual([true, false])
    autoSpin.change({ stopProfitText: '1.000,50', stopLossText: '0' })
    expect([autoSpin.isProfitLimitWrong, autoSpin.isLossLimitWrong]).toEqual([false, true])
  })

  it('stops at the amounts that were typed when it began, whatever language follows', () => {
    let language: Language = languages.pt_BR
    const autoSpin = new AutoSpin(() => language)
    autoSpin.change({ rounds: 0, stopLossText: '1.000' })
    autoSpin.start()
    language = languages.en_US
    autoSpin.record(round(999_00, 0))
    expect(autoSpin.isRunning).toBe(true)
    autoSpin.record(round(1_00, 0))
    expect(autoSpin.reason).toBe('loss')
  })

  it('stops at a profit, at a loss and at free spins', () => {
    const profit = createAutoSpin({ rounds: 0, stopProfitText: '5,00' })
    profit.record(round(100, 599))
    expect(profit.isRunning).toBe(true)
    profit.record(round(100, 101))
    expect(profit.reason).toBe('profit')
    const loss = createAutoSpin({ rounds: 0, stopLossText: '2' })
    loss.record(round(100, 0))
    loss.record(round(100, 0))
    expect(loss.reason).toBe('loss')
    const free = createAutoSpin({ rounds: 0, stopsAtFree: true })
    free.record(round(100, 0, true))
    expect(free.reason).toBe('free')
  })

  it('keeps the reason for the stop until the player continues', () => {
    const autoSpin = createAutoSpin()
    autoSpin.stop('player')
    autoSpin.stop('network')
    expect(autoSpin.reason).toBe('player')
    autoSpin.clearReason()
    expect(autoSpin.reason).toBeNull()
  })
})
