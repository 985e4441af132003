import { describe, expect, it } from 'vitest'
import {
  fromWireBalances,
  fromWireBalancesIn,
  fromWireWallet,
  toWireBalances,
  toWireWallet,
} from '#contract/http/wallet.ts'
import { cents } from '#contract/money.ts'
import { fromWireBalanceEvent, isBalanceEvent, toWireBalanceEvents } from '#contract/realtime.ts'

describe('the two wallets on the wire', () => {
  it('have their own names; a bet without one is paid in cash', () => {
    expect([toWireWallet('cash'), toWireWallet('bonus')]).toEqual(['balance', 'freeBalance'])
    expect([fromWireWallet('balance'), fromWireWallet('freeBalance')]).toEqual(['cash', 'bonus'])
    expect(fromWireWallet(undefined)).toBe('cash')
  })

  it('are sent as two fields with two decimals, and nothing else', () => {
    const wallets = { cash: cents(12_34), bonus: cents(5_00) }
    expect(JSON.stringify(toWireBalances({ ...wallets, locked: cents(1) } as typeof wallets))).toBe(
      '{"balance":12.34,"freeBalance":5}',
    )
    expect(fromWireBalances({ balance: 12.34, freeBalance: 5 })).toEqual(wallets)
  })

  it('may be set separately', () => {
    expect(fromWireBalancesIn({ freeBalance: cents(7) })).toEqual({ cash: undefined, bonus: 7 })
  })

  it('have one event each', () => {
    const events = toWireBalanceEvents({ cash: cents(12_34), bonus: cents(5_00), hasDeposited: true })
    expect(events).toEqual([
      { name: 'insBalance', payload: { balance: 12.34, czflag: 1 } },
      { name: 'freeBalance', payload: { freeBalance: 5, czflag: 1 } },
    ])
    expect(events.filter(isBalanceEvent).map(fromWireBalanceEvent)).toEqual([
      { cash: 12_34, hasDeposited: true },
      { bonus: 5_00, hasDeposited: true },
    ])
    expect(isBalanceEvent({ name: 'notice', payload: { text: '' } })).toBe(false)
  })
})
