import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { loadMore, type LaterPart } from '../i18n/i18n.ts'
import { untilOnline } from './untilOnline.ts'

/** Chunk load timeout (spec §9): then the screen says that it did not come, and offers to try again. */
export const chunkTimeoutMs = 120_000

/** What `load` brings, or a failure when it takes too long. */
export async function inTime<Value>(load: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('chunk timeout')), chunkTimeoutMs)
  })
  return Promise.race([load, tooLate]).finally(() => clearTimeout(timer))
}

/** A component of a chunk of its own, shown once the chunk and the part of the dictionary that it speaks are there. */
export function chunk<Props>(
  load: () => Promise<ComponentType<Props>>,
  part: LaterPart = 'more',
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [component] = await inTime(untilOnline(() => Promise.all([load(), loadMore(part)])))
    return { default: component }
  })
}
