/** Runs a number up (or down) to where it belongs; `show` gets every step. Answers what follows a new target. */
export function createCountUp(
  show: (value: number) => void,
  isStill: () => boolean,
): (to: number, ms: number) => void {
  let shown = 0
  let frame = 0
  return (to, ms) => {
    cancelAnimationFrame(frame)
    const from = shown
    if (isStill() || ms <= 0 || to <= from) {
      shown = to
      return show(to)
    }
    const start = performance.now()
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - start) / ms))
      shown = part === 1 ? to : Math.floor(from + (to - from) * (1 - (1 - part) ** 3))
      show(shown)
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
  }
}
