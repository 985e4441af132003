import { startTransition, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { LocalKey, SessionKey, Storages } from '../services/storage.ts'

/** Stored choices with which the client renders another initial view than the build. */
const local: LocalKey[] = ['sound', 'hideBalance', 'oddsFormat', 'sportsBoard', 'hotkeys']
const session: SessionKey[] = ['betSlip', 'betSlipStake', 'playSession']

/** The page that the build has prerendered; null where there is none, or it is not for this visitor (prerenderedHead.ts). */
export function prerenderedPage(): HTMLElement | null {
  return document.documentElement.dataset['prerender'] === 'off' ? null : document.getElementById('prerender')
}

/**
 * Renders the client into `#root`. As a transition: React works in short tasks, between which the page reacts. A prerendered
 * page is hydrated where the client would render the same: nothing is rendered twice, and what the visitor has scrolled
 * stays where it is. In all other cases it is replaced.
 */
export function renderClient(client: ReactNode, storages: Storages, isScreenLoaded: boolean): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('no #root')
  const page = prerenderedPage()
  if (page && isScreenLoaded && looksAlike(storages)) hydrate(page, client)
  else startTransition(() => createRoot(root).render(client))
}

/** React does not mend an attribute that differs, so nothing may be stored that changes one. */
function looksAlike(storages: Storages): boolean {
  return (
    navigator.onLine &&
    local.every((key) => storages.local.get(key) === undefined) &&
    session.every((key) => storages.session.get(key) === undefined)
  )
}

function hydrate(page: HTMLElement, client: ReactNode): void {
  startTransition(() => {
    hydrateRoot(page, client, {
      // React has rendered all of it again.
      onRecoverableError: (error) => console.error('page not hydrated', error),
    })
  })
}

/** The page that was hydrated reacts from now on. */
export function releasePrerendered(): void {
  const page = document.getElementById('prerender')
  for (const name of ['id', 'inert', 'aria-hidden']) page?.removeAttribute(name)
  // Nothing is late any more.
  document.getElementById('late')?.classList.remove('over')
}
