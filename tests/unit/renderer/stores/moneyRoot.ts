import { languages } from '#contract/languages.ts'
import { observable, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import type { Call } from '#contract/http/call.ts'
import { cents } from '#contract/money.ts'
import type { PaymentClosed } from '#renderer/platform/Platform.ts'
import { ServerClock } from '#contract/ServerClock.ts'
import { AlertStore } from '#renderer/stores/AlertStore.ts'
import { OverlayStore } from '#renderer/stores/OverlayStore.ts'
import type { RootStore } from '#renderer/stores/RootStore.ts'

interface RecordedCall {
  path: string
  request: { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
  options: { loading?: boolean; ownFailure?: boolean; after?: unknown; onMessage?: (text: string) => void }
}

/** A response, or a function that creates one from the request. An Error is thrown. */
type MockResponse = unknown | ((recorded: RecordedCall) => unknown)

/** The parts of the root store that money stores use, with a server that responds by the call's path. */
export function createMoneyRoot(start: { isLoggedIn?: boolean; path?: string } = {}) {
  const responses = new Map<string, MockResponse>()
  const requests: RecordedCall[] = []
  const closedListeners = new Set<(closed: PaymentClosed) => void>()
  const payment = { opened: [] as unknown[], closed: 0, refuses: false }
  const visited: string[] = []
  const features = new Map<object, object>()
  const state = observable(
    {
      isLoggedIn: start.isLoggedIn ?? true,
      player: {
        id: 'p1',
        verified: true,
        name: 'Ana Lima',
        depositDiscount: null,
        usdtEnabled: false,
        missingLimits: [],
        needsConfirmedEmail: false,
      } as Record<string, unknown> | null,
      offer: { hasGift: false, packageId: 'fcbrl-20', price: cents(2_000), bonus: cents(1_000) },
      lastPayment: null as { orderId: string } | null,
      reconnects: 0,
      code: 'pt_BR',
      endedSessions: 0,
      cash: cents(100_00),
      bonus: cents(0),
      /** Whether the jurisdiction asks for the date of birth. */
      birthDate: false,
    },
    {},
    { deep: false },
  )
  let path = start.path ?? '/home'

  const root = {
    api: {
      async call(call: Call, request: RecordedCall['request'], options: RecordedCall['options'] = {}) {
        const recorded = { path: call.path, request, options }
        requests.push(recorded)
        await Promise.resolve()
        if (!responses.has(call.path)) throw new Error(`no response for ${call.path}`)
        const response = responses.get(call.path)
        const value = await (typeof response === 'function'
          ? (response as (q: RecordedCall) => unknown)(recorded)
          : response)
        if (value instanceof Error) throw value
        return value
      },
    },
    host: { hasPrinter: false },
    device: {
      get info() {
        return { birthDate: state.birthDate }
      },
    },
    clock: new ServerClock(),
    alerts: new AlertStore(),
    overlays: new OverlayStore(),
    navigation: {
      go(to: string) {
        visited.push(to)
        path = to
      },
      path: () => path,
    },
    session: {
      get isLoggedIn() {
        return state.isLoggedIn
      },
      get player() {
        return state.player
      },
      get offer() {
        return state.offer
      },
      hasToken: true,
      get endedSessions() {
        return state.endedSessions
      },
      refreshed: 0,
      renewed: 0,
      async refresh() {
        this.refreshed++
      },
      renew() {
        this.renewed++
      },
    },
    wallet: {
      get cash() {
        return state.cash
      },
      get bonus() {
        return state.bonus
      },
      get latest() {
        return { cash: state.cash, bonus: state.bonus }
      },
      refreshed: 0,
      set: () => undefined,
      startRequest: () => () => undefined,
      async refresh() {
        this.refreshed++
      },
    },
    realtime: {
      get lastPayment() {
        return state.lastPayment
      },
      get reconnects() {
        return state.reconnects
      },
    },
    platform: {
      payment: {
        kind: 'frame' as 'frame' | 'window',
        async open(request: unknown) {
          if (payment.refuses) throw new Error('origin not allowed')
          payment.opened.push(request)
        },
        close: () => payment.closed++,
        onClosed(listener: (closed: PaymentClosed) => void) {
          closedListeners.add(listener)
          return () => closedListeners.delete(listener)
        },
      },
      frames: { setFocused: (_isFocused: boolean) => undefined, onScan: () => () => undefined },
    },
    storages: { local: { get: () => undefined, set: () => undefined } },
    language: {
      selected: languages.pt_BR,
      get code() {
        return state.code
      },
    },
    feature<Store extends object>(Class: new (from: RootStore) => Store): Store {
      const store = features.get(Class) ?? new Class(root as unknown as RootStore)
      features.set(Class, store)
      return store as Store
    },
    openDeposit() {
      root.overlays.open('deposit')
    },
  }

  return {
    root: root as unknown as RootStore,
    parts: root,
    state,
    requests,
    payment,
    visited,
    /** The server's response to a call, by its path. */
    respond: (call: Call, response: MockResponse) => responses.set(call.path, response),
    count: (call: Call) => requests.filter(({ path: each }) => each === call.path).length,
    last: (call: Call) => requests.findLast(({ path: each }) => each === call.path),
    set: (change: Partial<typeof state>) => runInAction(() => Object.assign(state, change)),
    closePage: (closed: PaymentClosed) => closedListeners.forEach((listener) => listener(closed)),
    alertKeys: () => root.alerts.alerts.map(({ message }) => ('key' in message ? message.key : message.text)),
    toastKeys: () => root.alerts.toasts.map(({ message }) => ('key' in message ? message.key : message.text)),
  }
}

export function refused(httpStatus: number, message: string, data?: unknown): CallError {
  return new CallError({ kind: 'refused', httpStatus, status: httpStatus, message, path: '/api', data })
}

export function offline(): CallError {
  return new CallError({ kind: 'network', httpStatus: 0, status: 0, message: '', path: '/api' })
}

/** Flushes pending microtasks. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve()
}

/** A promise with its resolver, for delayed responses. */
export function deferred<Value>() {
  let resolve!: (value: Value) => void
  const promise = new Promise<Value>((done) => (resolve = done))
  return { promise, resolve }
}
