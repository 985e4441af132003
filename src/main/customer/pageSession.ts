import { session as sessions, type Session as PageSession } from 'electron'
import { SessionPool } from './SessionPool.ts'

/** The browser sessions of the page and its frames: in a kiosk one for every customer, in memory only. */
export interface PageSessions {
  take(): PageSession
  giveBack(pages: PageSession): Promise<void>
}

/** `guard` is called for each session before its first use. */
export function createPageSessions(
  { kiosk }: { kiosk: boolean },
  guard: (pages: PageSession) => void,
): PageSessions {
  if (!kiosk) {
    const take = () => {
      guard(sessions.defaultSession)
      return sessions.defaultSession
    }
    return { take, giveBack: () => Promise.resolve() }
  }
  return new SessionPool({
    make: (number) => {
      const pages = sessions.fromPartition(`customer:${number}`)
      guard(pages)
      return pages
    },
    empty: emptyPageSession,
  })
}

/** Deletes everything that a session holds. */
export async function emptyPageSession(pages: PageSession): Promise<void> {
  await Promise.all([
    pages.clearData(),
    pages.clearStorageData(),
    pages.clearCache(),
    pages.clearAuthCache(),
    pages.clearCodeCaches({}),
    pages.clearHostResolverCache(),
    pages.clearSharedDictionaryCache(),
    pages.closeAllConnections(),
  ])
}
