import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { loadMore } from '../i18n/i18n.ts'
import { untilOnline } from './untilOnline.ts'

/** A component of a chunk of its own, shown once the chunk and the texts beyond the first view are there. */
export function chunk<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [component] = await untilOnline(() => Promise.all([load(), loadMore()]))
    return { default: component }
  })
}
