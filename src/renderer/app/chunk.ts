import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { loadMore } from '../i18n/i18n.ts'
import type { LaterPart } from '../i18n/laterTexts.ts'
import { untilOnline } from './untilOnline.ts'
import { withTimeout } from './withTimeout.ts'

export type Chunk<Props> = LazyExoticComponent<ComponentType<Props>> & {
  /** Loads chunk and texts, and returns the component itself, for a first render that must not wait. */
  load(): Promise<ComponentType<Props>>
}

/** A lazy component, shown once its chunk and its part of the dictionary are loaded. `none`: it has no texts. */
export function chunk<Props>(
  importComponent: () => Promise<ComponentType<Props>>,
  part: LaterPart | 'none' = 'more',
): Chunk<Props> {
  let loading: Promise<ComponentType<Props>> | undefined
  const loadOnce = async () => {
    const [component] = await withTimeout(
      untilOnline(() => Promise.all([importComponent(), part === 'none' ? undefined : loadMore(part)])),
    )
    return component
  }
  // One loads it ahead, another shows it: both wait for the same attempts.
  const load = () => (loading ??= loadOnce().finally(() => (loading = undefined)))
  return Object.assign(
    lazy(async () => ({ default: await load() })),
    { load },
  )
}
