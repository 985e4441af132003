import { vi } from 'vitest'

/** A page whose frames the test draws, with fake timers. */
export function stubFrames(): { draw: () => Promise<void> } {
  let waiting: (() => void)[] = []
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => waiting.push(draw))
  return {
    draw: async () => {
      const now = waiting
      waiting = []
      now.forEach((draw) => draw())
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}
