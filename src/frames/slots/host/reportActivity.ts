/** The least time between two reports, in ms. */
const everyMs = 5_000
const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const

/** Reports what the player does here, since the host sees none of it. Automatic rounds are not reported. */
export function reportActivity(page: Pick<Window, 'addEventListener'>, report: () => void): void {
  let reportedAt = -Infinity
  const note = () => {
    const now = performance.now()
    if (now - reportedAt < everyMs) return
    reportedAt = now
    report()
  }
  for (const input of inputs) page.addEventListener(input, note, { capture: true, passive: true })
}
