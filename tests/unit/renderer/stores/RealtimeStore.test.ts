import { beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionStatus, ServerEvent } from '#contract/realtime.ts'
import type { Platform } from '#renderer/platform/Platform.ts'
import { AlertStore } from '#renderer/stores/AlertStore.ts'
import { RealtimeStore } from '#renderer/stores/RealtimeStore.ts'
import type { SessionStore } from '#renderer/stores/SessionStore.ts'
import { WalletStore } from '#renderer/stores/WalletStore.ts'
import type { Api } from '#renderer/services/api.ts'

const calls: string[] = []
let emitEvent: (event: ServerEvent) => void
let emitStatus: (status: ConnectionStatus) => void
const session = { hasToken: true, refreshed: 0, betSum: 0, pushed: [] as object[] }
let realtime: RealtimeStore
let wallet: WalletStore
let alerts: AlertStore

beforeEach(() => {
  calls.length = 0
  Object.assign(session, { hasToken: true, refreshed: 0, betSum: 0, pushed: [] })
  const platform = {
    realtime: {
      connect: () => calls.push('connect'),
      disconnect: () => calls.push('disconnect'),
      offGame: (code: string) => calls.push(`offGame ${code}`),
      watchFeed: ({ sport }: { sport: string | null }) => calls.push(`watch ${sport}`),
      onEvent: (listener: typeof emitEvent) => (emitEvent = listener),
      onStatus: (listener: typeof emitStatus) => (emitStatus = listener),
    },
  } as unknown as Platform
  const store = {
    get hasToken() {
      return session.hasToken
    },
    renew: () => void session.refreshed++,
    receive: (fields: object) => session.pushed.push(fields),
    setBetSum: (sum: number) => (session.betSum = sum),
  } as unknown as SessionStore
  wallet = new WalletStore({ call: () => Promise.reject(new Error('unexpected call')) } as unknown as Api)
  alerts = new AlertStore()
  realtime = new RealtimeStore(platform, store, wallet, alerts)
  realtime.start()
})

describe('the connection', () => {
  it('opens when there is a token and the address does not contain play; an open one stays open', () => {
    realtime.reconcile('/play')
    expect(calls).toEqual([])
    realtime.reconcile('/home')
    realtime.reconcile('/play')
    expect(calls).toEqual(['connect'])
  })

  it('closes on logout, and is not opened without a token', () => {
    realtime.reconcile('/home')
    session.hasToken = false
    realtime.reconcile('/home')
    realtime.reconcile('/vip')
    expect(calls).toEqual(['connect', 'disconnect'])
  })

  it('refreshes everything after each reconnect', () => {
    emitStatus('online')
    emitStatus('online')
    emitStatus('connecting')
    emitStatus('online')
    expect(session.refreshed).toBe(2)
    expect(realtime.reconnects).toBe(2)
  })

  it('refreshes everything when the clock was moved', () => {
    emitStatus('online')
    emitEvent({ name: 'time:changed', payload: {} })
    expect(session.refreshed).toBe(2)
    expect(realtime.reconnects).toBe(2)
  })
})

describe('events', () => {
  it('change the wallets, the notice, the payment and the offer', () => {
    emitEvent({ name: 'insBalance', payload: { balance: 12.34, czflag: 1 } })
    emitEvent({ name: 'freeBalance', payload: { freeBalance: 5 } })
    expect([wallet.cash, wallet.bonus]).toEqual([1234, 500])
    emitEvent({ name: 'notice', payload: { text: 'Aviso' } })
    expect(realtime.notice).toEqual({ text: 'Aviso' })
    emitEvent({ name: 'notice', payload: { text: 'Importante', alert: true } })
    expect(alerts.current?.message).toEqual({ text: 'Importante' })
    const payment = { orderId: 'o1', amount: 10, time: '2030-01-01T00:00:00Z' }
    emitEvent({ name: 'paySuccess', payload: payment })
    expect(realtime.lastPayment).toEqual(payment)
    emitEvent({ name: 'userBetAmount', payload: { amount: 20, bouns: 1.5 } })
    expect(realtime.bonusOffer).toEqual({ multiplier: 1.5, amount: 2000 })
    // Without a multiplier it is only the sum of bets.
    emitEvent({ name: 'userBetAmount', payload: { amount: 30 } })
    expect(realtime.bonusOffer).toEqual({ multiplier: 1.5, amount: 2000 })
    expect(session.betSum).toBe(3000)
  })

  it('updateUserInfo gives its fields to the session', () => {
    emitEvent({ name: 'updateUserInfo', payload: { level: 3 } })
    expect(session.pushed).toEqual([{ level: 3 }])
  })

  it('of shared rounds reach listeners until they unsubscribe', () => {
    const received: string[] = []
    const stop = realtime.onTopicEvent(({ name }) => received.push(name))
    emitEvent({ name: 'round:double', payload: {} })
    stop()
    emitEvent({ name: 'round:double', payload: {} })
    expect(received).toEqual(['round:double'])
  })
})
