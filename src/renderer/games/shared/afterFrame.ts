const longestMs = 100

/**
 * Resolves in a new task after the next frame is painted. Parsing a response and redrawing the field
 * together take longer than one frame on a slow phone. Resolves at once where nothing is
 * drawn (a page in the background), and after 0.1 s at the latest.
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
