/**
 * Browser storage by the key names of spec §3 (values: the token and the language as plain strings, the
 * others JSON). The token itself belongs to the platform. A browser that refuses storage costs only memory.
 */
export type LocalKey =
  'apiKey' | 'userInfo' | 'language' | 'isApp' | 'inviteCode' | 'textScale' | 'sound' | 'oddsFormat'
export type SessionKey = 'hotGames' | 'testAccount' | 'betSlip'

const plainKeys: readonly string[] = ['language']

function read(area: () => Storage, key: string): unknown {
  try {
    const text = area().getItem(key)
    if (text === null) return undefined
    return plainKeys.includes(key) ? text : (JSON.parse(text) as unknown)
  } catch {
    // Refused by the browser (private mode, policy), or not ours: as good as absent.
    return undefined
  }
}

function write(area: () => Storage, key: string, value: unknown): void {
  try {
    if (value === undefined) area().removeItem(key)
    else area().setItem(key, plainKeys.includes(key) ? String(value) : JSON.stringify(value))
  } catch {
    console.warn(`storage refused: ${key}`)
  }
}

export interface Storages {
  local: {
    get(key: LocalKey): unknown
    set(key: LocalKey, value: unknown): void
    clear(): void
  }
  session: { get(key: SessionKey): unknown; set(key: SessionKey, value: unknown): void }
}

/** `undefined` removes a key; `clear` empties local storage (spec §4: logout). */
export function createStorages(): Storages {
  const local = () => window.localStorage
  const session = () => window.sessionStorage
  return {
    local: {
      get: (key) => read(local, key),
      set: (key, value) => write(local, key, value),
      clear() {
        try {
          local().clear()
        } catch {
          console.warn('storage refused: clear')
        }
      },
    },
    session: {
      get: (key) => read(session, key),
      set: (key, value) => write(session, key, value),
    },
  }
}
