import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { loadTexts, type LazyTexts } from '../i18n/i18n.ts'
import { loadWithRetry } from './loadWithRetry.ts'
import { withTimeout } from './withTimeout.ts'

export type Chunk<Props> = LazyExoticComponent<ComponentType<Props>> & {
  /** Loads chunk and texts ahead. */
  load(): Promise<ComponentType<Props>>
}

/** Returns a function that loads a component with its texts: one part of them or several. `none`: it has no texts. */
export function chunkLoader<Props>(
  importComponent: () => Promise<ComponentType<Props>>,
  texts: LazyTexts | readonly LazyTexts[] | 'none' = 'general',
): () => Promise<ComponentType<Props>> {
  const parts = texts === 'none' ? [] : [texts].flat()
  let loading: Promise<ComponentType<Props>> | undefined
  const loadOnce = async () => {
    const [component] = await withTimeout(
      loadWithRetry(() => Promise.all([importComponent(), ...parts.map(loadTexts)])),
    )
    return component
  }
  // One loads it ahead, another shows it: both wait for the same attempts.
  return () => (loading ??= loadOnce().finally(() => (loading = undefined)))
}

/** A lazy component, shown once its chunk and its texts are loaded. */
export function chunk<Props>(...of: Parameters<typeof chunkLoader<Props>>): Chunk<Props> {
  const load = chunkLoader(...of)
  return Object.assign(
    lazy(async () => ({ default: await load() })),
    { load },
  )
}
