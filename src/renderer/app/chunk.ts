import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { loadMore, type LaterPart } from '../i18n/i18n.ts'
import { untilOnline } from './untilOnline.ts'

/** Chunk load timeout in ms; after it the screen says so and offers a retry. */
const chunkTimeoutMs = 120_000

/** Resolves with what `load` returns, or rejects when that takes too long. */
export async function withTimeout<Value>(load: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('chunk timeout')), chunkTimeoutMs)
  })
  return Promise.race([load, timeout]).finally(() => clearTimeout(timer))
}

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
