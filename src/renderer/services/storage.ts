import { deviceChoices } from '#contract/deviceChoices.ts'
import { visitStorage, type TextStorage } from '#contract/visitStorage.ts'
import { readCookie, writeCookie } from './deviceCookie.ts'

/**
 * Browser storage by fixed key names. The language is stored as a plain string, everything else as JSON. The
 * token is not here: it belongs to the platform. Where the browser refuses storage, values live as long as
 * the page.
 */
export type LocalKey =
  | 'apiKey'
  | 'userInfo'
  | 'language'
  | 'isApp'
  | 'inviteCode'
  | 'textScale'
  | 'sound'
  | 'hideBalance'
  | 'oddsFormat'
  | 'sportsBoard'
  | 'pinnedMarkets'
  | 'hotkeys'
  | 'oneTapStakes'
  | 'install'
  | 'closedNotices'
  | 'activeAt'
export type SessionKey =
  | 'hotGames'
  | 'testAccount'
  | 'betSlip'
  | 'betSlipStake'
  | 'playSession'
  | 'gameNotices'
  | 'installVisit'

const plainKeys: readonly string[] = ['language']
/** Choices of the device: stored in a cookie too, because a logout empties local storage. */
const deviceKeys: readonly string[] = deviceChoices satisfies readonly LocalKey[]

function read(area: TextStorage, key: string): unknown {
  try {
    const text = area.getItem(key) ?? (deviceKeys.includes(key) ? readCookie(key) : null)
    if (text === null || text === undefined) return undefined
    return plainKeys.includes(key) ? text : (JSON.parse(text) as unknown)
  } catch {
    // Not written by us, or cookies are refused: treated as absent.
    return undefined
  }
}

function write(area: TextStorage, key: string, value: unknown): void {
  const text = plainKeys.includes(key) ? String(value) : JSON.stringify(value)
  if (value === undefined) area.removeItem(key)
  else area.setItem(key, text)
  if (deviceKeys.includes(key)) writeCookie(key, value === undefined ? undefined : text)
}

export interface Storages {
  local: {
    get(key: LocalKey): unknown
    set(key: LocalKey, value: unknown): void
    clear(): void
    /** Whether this page has cleared it: it then stays empty until the next visit. */
    wasCleared(): boolean
    /** Calls back with the new value when another tab changes the key, but not when it clears everything. */
    onChange(key: LocalKey, changed: (value: unknown) => void): void
  }
  session: { get(key: SessionKey): unknown; set(key: SessionKey, value: unknown): void }
}

/**
 * Setting `undefined` removes a key; `clear` empties local storage, as a logout does. Language, text size, format of
 * the odds, a hidden balance and the games' keys stay: they are the device's.
 */
export function createStorages(): Storages {
  const local = visitStorage(() => window.localStorage)
  const session = visitStorage(() => window.sessionStorage)
  let wasCleared = false
  return {
    local: {
      get: (key) => read(local, key),
      set: (key, value) => write(local, key, value),
      wasCleared: () => wasCleared,
      clear() {
        wasCleared = true
        local.clear()
      },
      onChange(key, changed) {
        window.addEventListener('storage', (change) => {
          if (change.key === key) changed(read(local, key))
        })
      },
    },
    session: {
      get: (key) => read(session, key),
      set: (key, value) => write(session, key, value),
    },
  }
}
