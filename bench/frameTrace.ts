import type { Page } from '@playwright/test'

/** As text: these run in the page, and this file in Node, which has no DOM types. */
const begin = `(() => {
  const trace = { frames: [], longTasks: [], on: true }
  window.palpiteFrames = trace
  new PerformanceObserver((list) => trace.longTasks.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: 'longtask' })
  let last
  const step = (now) => {
    if (last !== undefined) trace.frames.push(now - last)
    last = now
    if (trace.on) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
})()`
const end = `(() => { window.palpiteFrames.on = false; return window.palpiteFrames })()`

export interface FrameTrace {
  /** From one frame to the next, in ms. */
  frames: number[]
  /** Tasks over 50 ms, in ms. */
  longTasks: number[]
}

/** The frames and long tasks of a page while `play` runs. */
export async function traceFrames(page: Page, play: () => Promise<void>): Promise<FrameTrace> {
  await page.evaluate(begin)
  await play()
  return page.evaluate<FrameTrace>(end)
}

export function framesPerSecond({ frames }: FrameTrace): number {
  return (frames.length / frames.reduce((sum, ms) => sum + ms, 0)) * 1000
}
