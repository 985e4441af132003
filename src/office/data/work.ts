/** What only a person does; a pointer also moves when somebody bumps into the table. */
const signs = ['keydown', 'pointerdown', 'wheel'] as const

/**
 * Notices whether somebody works with the page. Returns a function that says whether anything was done since it was last called;
 * opening the page is something.
 */
export function listenToWork(target: Pick<Window, 'addEventListener'>): () => boolean {
  let hasWorked = true
  const note = () => {
    hasWorked = true
  }
  for (const sign of signs) target.addEventListener(sign, note, { capture: true, passive: true })
  return () => {
    const before = hasWorked
    hasWorked = false
    return before
  }
}
