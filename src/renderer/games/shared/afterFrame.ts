const longestMs = 100

/**
 * Resolves in a task of its own once the next frame is drawn: what took its share of this frame, an answer taken
 * apart, and what follows, a field drawn anew, are too much for one frame of a slow phone. At once where nothing is
 * drawn (a page in the background); never later than 0.1 s.
 */
export function afterFrame(): Promise<void> {
  if (typeof document === 'undefined' || document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longestMs)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })
}
