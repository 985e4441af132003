import { startTransition, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { LocalKey, SessionKey, Storages } from '../services/storage.ts'

/** Stored values that change nothing of a first view, or for which prerenderGuard.ts hides it. */
type Harmless =
  | 'apiKey'
  | 'userInfo'
  | 'language'
  | 'textScale'
  | 'font'
  | 'isApp'
  | 'inviteCode'
  | 'testAccount'
  | 'hotGames'

/** All others: with one of them the client draws another first view than the build. */
const changing: Record<Exclude<LocalKey | SessionKey, Harmless>, 1> = {
  sound: 1,
  hideBalance: 1,
  oddsFormat: 1,
  sportsBoard: 1,
  hotkeys: 1,
  betSlip: 1,
  betSlipStake: 1,
  playSession: 1,
}

/**
 * Renders the client into `#root`. As a transition: React works in short tasks, between which the page reacts. The page that
 * the build has drawn, in `#prerender`, is hydrated where the client would draw the same: nothing is drawn twice, and what
 * the visitor has scrolled stays where it is. In all other cases it is replaced.
 */
export function renderClient(client: ReactNode, storages: Storages, isReady: boolean): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('no #root in index.html')
  const drawn = document.getElementById('prerender')
  if (drawn && isReady && looksAlike(storages)) hydrate(drawn, client)
  else startTransition(() => createRoot(root).render(client))
}

/** React does not mend an attribute that differs, so nothing may be stored that changes one. */
function looksAlike({ local, session }: Storages): boolean {
  return (
    document.documentElement.dataset['prerender'] !== 'off' &&
    navigator.onLine &&
    Object.keys(changing).every(
      (key) => (local.get(key as LocalKey) ?? session.get(key as SessionKey)) === undefined,
    )
  )
}

function hydrate(drawn: HTMLElement, client: ReactNode): void {
  // The page's policy forbids style attributes, so the build has written them as rules (scripts/prerender.ts).
  for (const element of drawn.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset['style'] ?? ''
    delete element.dataset['style']
  }
  startTransition(() => {
    hydrateRoot(drawn, client, {
      onRecoverableError: (error) => {
        // A part that only the client draws, because its file is not that of the first view.
        if (String(error).includes('#419')) return
        // React has drawn all of it again.
        console.info('the page was not hydrated', error)
      },
    })
  })
}

/** The page that was hydrated reacts from now on. */
export function releaseDrawnPage(): void {
  const drawn = document.getElementById('prerender')
  for (const name of ['id', 'inert', 'aria-hidden']) drawn?.removeAttribute(name)
}
