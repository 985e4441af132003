import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { loadMore, type LaterPart } from '../i18n/i18n.ts'
import { untilOnline } from './untilOnline.ts'
import { withTimeout } from './withTimeout.ts'

/** A lazy component, shown once its chunk and its part of the dictionary are loaded. */
export function chunk<Props>(
  load: () => Promise<ComponentType<Props>>,
  part: LaterPart = 'more',
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [component] = await withTimeout(untilOnline(() => Promise.all([load(), loadMore(part)])))
    return { default: component }
  })
}
