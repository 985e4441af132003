import { when } from 'mobx'
import type { ReactNode } from 'react'
import type { RootStore } from '../stores/RootStore.ts'
import { useStores } from '../stores/useStores.ts'
import { PartBoundary } from '../ui/PartBoundary.tsx'
import { isIdle, reloadForChunk } from './reloadForChunk.ts'

/** How long a result is seen, and how long a closed overlay takes to leave the address, in ms. */
const settleMs = 1_500

/**
 * Around what is over every page: when it fails, the page stays as it is. Where a new version has replaced its chunk, the
 * page is loaded again once nothing is played or open.
 */
export function HostBoundary({ children }: { children: ReactNode }) {
  const root = useStores()
  return <PartBoundary onFailure={(error) => void reloadOnceIdle(root, error)}>{children}</PartBoundary>
}

async function reloadOnceIdle(root: RootStore, error: unknown): Promise<void> {
  do {
    await when(() => isIdle(root))
    await new Promise((resolve) => setTimeout(resolve, settleMs))
  } while (!isIdle(root))
  await reloadForChunk(error)
}
