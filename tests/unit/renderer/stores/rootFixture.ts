import type { HttpReply, HttpRequest } from '#contract/ipc.ts'
import { languageCodes } from '#contract/languages.ts'
import type { ConnectionStatus, ServerEvent } from '#contract/realtime.ts'
import type { Platform } from '#renderer/platform/Platform.ts'
import type { Storages } from '#renderer/services/storage.ts'
import { RootStore } from '#renderer/stores/RootStore.ts'

/** The response to one call: an envelope's data with its HTTP status, or no response at all. */
export interface MockResponse {
  httpStatus?: number
  status?: number
  message?: string
  data?: unknown
  networkError?: boolean
  isOfOldSession?: true
}

export interface Protection {
  pauseTime: string | null
  limitAsk: 0 | 1
  limitKinds?: string[]
}

export const userInfo = {
  uId: 'u1',
  name: '',
  username: 'ana@gmail.com',
  email: 'ana@gmail.com',
  balance: 12.5,
  freeBalance: 3,
  payAmount: 0,
  yqm: 'ABC23456',
  level: 2,
  header: 4,
  time: '2030-01-01T00:00:00Z',
  extendInfo: null as { username: string; pwd: string; balance: number } | null,
  paySumAmount: 0,
  wdSumAmount: 0,
  gameSumAmount: 0,
  level1Amount: 0,
  level2Amount: 0,
  level3Amount: 0,
  level1Person: 0,
  level2Person: 0,
  level3Person: 0,
  nextlevel: null,
  payDiscount: null as { discount: number; expiredTime: string } | null,
  kyc: 0,
  testFlag: '0' as '0' | '1',
  lx: '10',
  czflag: 0,
}
export const paypackage = { gift: 0, pkgId: null, price: 0, bouns: 0 }

/** Creates the real stores on an in-memory host. Responses are set by path (`…*` is a prefix). */
export function createFixture() {
  const responses = new Map<string, MockResponse | ((request: HttpRequest) => MockResponse)>()
  const sent: HttpRequest[] = []
  const visited: string[] = []
  const sessionListeners = new Set<(hasSession: boolean) => void>()
  const statusListeners = new Set<(status: ConnectionStatus) => void>()
  const eventListeners = new Set<(event: ServerEvent) => void>()
  const areas = { local: new Map<string, unknown>(), session: new Map<string, unknown>() }
  const copied: string[] = []
  const downloaded: string[] = []
  let token: string | null = null
  let path = '/home'

  const notifySession = (hasSession: boolean) => sessionListeners.forEach((listener) => listener(hasSession))

  async function send(request: HttpRequest): Promise<HttpReply> {
    sent.push(request)
    const rule = [...responses.keys()].find(
      (to) => to.endsWith('*') && request.path.startsWith(to.slice(0, -1)),
    )
    const found = responses.get(request.path) ?? responses.get(rule ?? '')
    const response =
      typeof found === 'function' ? found(request) : (found ?? { httpStatus: 404, message: 'nada' })
    if (response.networkError) return { networkError: true, httpStatus: 0, body: null }
    const { httpStatus = 200, status = 0, message = '', data = null, ...mark } = response
    if (httpStatus === 200 && typeof data === 'object' && data !== null && 'access_token' in data) {
      token = String(data.access_token)
      notifySession(true)
      return { networkError: false, httpStatus, body: { status, message, data: {} } }
    }
    // As the platforms do, which hold the token.
    if (httpStatus === 401 && token !== null && !mark.isOfOldSession) {
      token = null
      notifySession(false)
    }
    return { networkError: false, httpStatus, body: { status, message, data }, ...timeOf(data), ...mark }
  }

  /** The server's clock, where a response has it. */
  function timeOf(data: unknown): Pick<HttpReply, 'serverTime'> {
    const { serverTime } = (data ?? {}) as { serverTime?: string }
    return serverTime === undefined ? {} : { serverTime: Date.parse(serverTime) }
  }

  const platform: Platform = {
    host: 'web',
    start: async () => ({
      deviceId: '',
      hasSession: token !== null,
      kiosk: false,
      attractSeconds: 0,
      endText: '',
      isConfigDamaged: false,
      version: '',
      runtime: '',
      inService: true,
      isEnrolled: false,
      hasPrinter: false,
      languages: languageCodes,
      volume: 100,
    }),
    send,
    print: () => Promise.resolve('off'),
    clearSession: async () => {
      token = null
    },
    onSessionChanged: (listener) => {
      sessionListeners.add(listener)
      return () => sessionListeners.delete(listener)
    },
    realtime: {
      connect: () => undefined,
      disconnect: () => undefined,
      offGame: () => undefined,
      watchFeed: () => undefined,
      onEvent: (listener) => {
        eventListeners.add(listener)
        return () => eventListeners.delete(listener)
      },
      onStatus: (listener) => {
        statusListeners.add(listener)
        return () => statusListeners.delete(listener)
      },
    },
    payment: {
      kind: 'frame',
      open: async () => undefined,
      close: () => undefined,
      onClosed: () => () => undefined,
    },
    download: async (address) => {
      downloaded.push(address)
      return true
    },
    onService: () => () => undefined,
    onIdle: () => () => undefined,
    frames: {
      onField: () => () => undefined,
      type: () => undefined,
      setFocused: () => undefined,
      onExit: () => () => undefined,
      onScan: () => () => undefined,
    },
    copyText: async (text) => {
      copied.push(text)
      return true
    },
  }

  let wasCleared = false
  const storages: Storages = {
    local: {
      get: (key) => areas.local.get(key),
      set: (key, value) => void (value === undefined ? areas.local.delete(key) : areas.local.set(key, value)),
      clear: () => {
        wasCleared = true
        areas.local.clear()
      },
      wasCleared: () => wasCleared,
      onChange: () => undefined,
    },
    session: {
      get: (key) => areas.session.get(key),
      set: (key, value) =>
        void (value === undefined ? areas.session.delete(key) : areas.session.set(key, value)),
    },
  }

  const navigation = {
    go: (to: string) => {
      visited.push(to)
      path = to.split('?')[0] ?? to
    },
    back: () => void visited.push('back'),
    path: () => path,
  }

  const root = new RootStore(platform, storages, navigation, async () => true)
  const respond = (to: string, value: MockResponse | ((request: HttpRequest) => MockResponse)) =>
    responses.set(to, value)
  respond('/api/app/user/userInfo', { data: { userInfo, paypackage } })
  respond('/api/app/user/logout', {})

  return {
    root,
    respond,
    sent,
    visited,
    copied,
    downloaded,
    ...areas,
    /** The parsed bodies of the requests to a path. */
    bodies: (to: string) =>
      sent
        .filter((request) => request.path === to)
        .map((request) =>
          request.bodyType === 'form'
            ? Object.fromEntries(new URLSearchParams(request.body ?? ''))
            : (JSON.parse(request.body ?? 'null') as unknown),
        ),
    count: (to: string) => sent.filter((request) => request.path === to).length,
    /** Logs a player in, as after a reload with a stored token; loads a player again who is logged in. */
    async enter(changes: Partial<typeof userInfo> = {}, protection?: Protection, serverTime?: string) {
      const data = { userInfo: { ...userInfo, ...changes }, paypackage, protection, serverTime }
      respond('/api/app/user/userInfo', { data })
      token = 'stored'
      if (root.session.isLoggedIn) await root.session.refresh()
      else root.session.start(true)
      await settled()
    },
    /** Another tab has begun a session, in place of the one of this tab, if any. */
    enterInOtherTab() {
      token = 'of the other tab'
      notifySession(true)
    },
    emitEvent: (event: ServerEvent) => eventListeners.forEach((listener) => listener(event)),
    emitStatus: (status: ConnectionStatus) => statusListeners.forEach((listener) => listener(status)),
  }
}

export type Fixture = ReturnType<typeof createFixture>

/** Runs everything that waits for a response; timers do not advance. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) await Promise.resolve()
}
