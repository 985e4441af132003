/** Whether animated numbers and the like must be skipped: the system's preference or the player's setting. */
export function prefersReducedMotion(): boolean {
  return (
    window.matchMedia('(prefers-reduced-motion: reduce)').matches ||
    'reducedMotion' in document.documentElement.dataset
  )
}
