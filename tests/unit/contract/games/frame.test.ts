import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  parseGameMessage,
  parseHostMessage,
  toFrame,
  type GameMessage,
  type HostMessage,
} from '#contract/games/frame.ts'
import { cents } from '#contract/money.ts'

/** Amounts are cents in the code and have two decimals on the wire. */
const balance = { type: 'balance', cash: cents(10_50), bonus: cents(0) } as const
const wireBalance = { source: 'palpite', type: 'balance', balance: 10.5, freeBalance: 0 }

const hostMessages: HostMessage[] = [
  { type: 'init', language: 'pt_BR', currency: 'BRL', ticket: 'abc', sound: false, volume: 50 },
  { type: 'notice', text: 'Olá', seconds: 8 },
  { type: 'privacy', hidden: true },
  { type: 'pause', paused: true },
]
const gameMessages: GameMessage[] = [
  { type: 'ready' },
  { type: 'needDeposit' },
  { type: 'openSupport' },
  { type: 'exit' },
  { type: 'active' },
]

describe('messages between host and game', () => {
  it.each(hostMessages)('$type reaches the game', (message) => {
    expect(toFrame(message)).toEqual({ source: 'palpite', ...message })
    expect(parseHostMessage(toFrame(message))).toEqual(message)
    expect(parseGameMessage(toFrame(message))).toBeUndefined()
  })

  it('balance reaches the game under its wire names', () => {
    expect(toFrame(balance)).toEqual(wireBalance)
    expect(parseHostMessage(wireBalance)).toEqual(balance)
    expect(parseGameMessage(wireBalance)).toBeUndefined()
  })

  it.each(gameMessages)('$type reaches the host', (message) => {
    expect(parseGameMessage(toFrame(message))).toEqual(message)
    expect(parseHostMessage(toFrame(message))).toBeUndefined()
  })

  it('are dropped when they are foreign', () => {
    const foreign: unknown[] = [
      undefined,
      null,
      '',
      'ready',
      7,
      [],
      ['palpite', 'ready'],
      {},
      { type: 'ready' },
      { source: 'other', type: 'ready' },
      { source: 'Palpite', type: 'ready' },
      { source: 'palpite' },
      { source: 'palpite', type: 'login' },
      { source: 'palpite', type: ['ready'] },
      { source: 'palpite', type: 'toString' },
      { source: { toString: () => 'palpite' }, type: 'ready' },
      Object.create({ source: 'palpite', type: 'ready' }),
      '{"source":"palpite","type":"ready"}',
    ]
    for (const data of foreign) {
      expect(parseGameMessage(data)).toBeUndefined()
      expect(parseHostMessage(data)).toBeUndefined()
    }
  })

  it('are dropped when they are malformed', () => {
    const init = {
      source: 'palpite',
      type: 'init',
      language: 'pt_BR',
      currency: 'BRL',
      ticket: 't',
      sound: true,
    }
    const malformed: unknown[] = [
      { ...init, language: 'xx' },
      { ...init, language: undefined },
      { ...init, currency: '' },
      { ...init, currency: 'BRLBRLBRL' },
      { ...init, ticket: '' },
      { ...init, ticket: 'x'.repeat(201) },
      { ...init, ticket: 5 },
      { ...init, sound: 'yes' },
      { source: 'palpite', type: 'notice' },
      { source: 'palpite', type: 'notice', text: '' },
      { source: 'palpite', type: 'notice', text: 'x'.repeat(501) },
      { source: 'palpite', type: 'notice', text: { html: '<b>' } },
      { source: 'palpite', type: 'balance', balance: 1 },
      { source: 'palpite', type: 'balance', cash: 1, bonus: 1 },
      ...[NaN, -1, 1e309, 1e13, 1.234, '1'].flatMap((wrong) => [
        { ...wireBalance, balance: wrong },
        { ...wireBalance, freeBalance: wrong },
      ]),
      { source: 'palpite', type: 'pause' },
      { source: 'palpite', type: 'pause', paused: 1 },
    ]
    for (const data of malformed) expect(parseHostMessage(data)).toBeUndefined()
  })

  it('lose unknown fields', () => {
    expect(parseGameMessage({ source: 'palpite', type: 'exit', token: 'x' })).toEqual({ type: 'exit' })
    expect(parseHostMessage({ source: 'palpite', type: 'pause', paused: false, more: 1 })).toEqual({
      type: 'pause',
      paused: false,
    })
  })

  it('never throw, whatever arrives', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withMap: true }), (data) => {
        parseGameMessage(data)
        parseHostMessage(data)
      }),
    )
  })
})
