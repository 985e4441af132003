import type { ReactNode } from 'react'
import type { RootStore } from '../stores/RootStore.ts'
import { useStores } from '../stores/useStores.ts'
import { PartBoundary } from '../ui/PartBoundary.tsx'
import { isIdle, reloadForChunk } from './reloadForChunk.ts'

const checkMs = 1_000

/**
 * Around what is over every page: when it fails, the page stays as it is. Where a new version has replaced its chunk, the
 * page is loaded again once nothing is played or open.
 */
export function HostBoundary({ children }: { children: ReactNode }) {
  const root = useStores()
  return <PartBoundary onFailure={(error) => void reloadOnceIdle(root, error)}>{children}</PartBoundary>
}

/** Twice idle in a row: a result was seen, and a closed overlay has left the address. */
async function reloadOnceIdle(root: RootStore, error: unknown): Promise<void> {
  for (let idle = 0; idle < 2; idle = isIdle(root) ? idle + 1 : 0)
    await new Promise((resolve) => setTimeout(resolve, checkMs))
  await reloadForChunk(error)
}
