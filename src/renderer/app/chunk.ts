import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { loadMore, type LaterPart } from '../i18n/i18n.ts'
import { untilOnline } from './untilOnline.ts'
import { withTimeout } from './withTimeout.ts'

export type Chunk<Props> = LazyExoticComponent<ComponentType<Props>> & {
  /** Loads chunk and texts, and returns the component itself, for a first render that must not wait. */
  load(): Promise<ComponentType<Props>>
}

/** A lazy component, shown once its chunk and its part of the dictionary are loaded. */
export function chunk<Props>(
  importComponent: () => Promise<ComponentType<Props>>,
  part: LaterPart = 'more',
): Chunk<Props> {
  const load = async () => {
    const [component] = await withTimeout(untilOnline(() => Promise.all([importComponent(), loadMore(part)])))
    return component
  }
  return Object.assign(
    lazy(async () => ({ default: await load() })),
    { load },
  )
}
