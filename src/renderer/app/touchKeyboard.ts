/** Less than this is a bar of the browser, not a keyboard; in px. */
const lowest = 100

/**
 * Tells the page how much of it a phone's keyboard covers (`--keyboard`, as a terminal's own keyboard does). iOS moves only
 * what is visible of the page, so that the buttons of a sheet would stay behind the keyboard; Chromium makes the page smaller
 * (`interactive-widget` in index.html), and then nothing of it is covered. Returns the function that ends it.
 */
export function watchTouchKeyboard(): () => void {
  const viewport = window.visualViewport
  if (!viewport) return () => undefined
  let last = 0
  const measure = () => {
    // Zooming by hand makes the visible part smaller, too.
    const covered = viewport.scale > 1.01 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop
    const height = covered < lowest || !isTyping() ? 0 : Math.round(covered)
    if (height === last) return
    last = height
    const { style } = document.documentElement
    if (height === 0) return void style.removeProperty('--keyboard')
    style.setProperty('--keyboard', `${height}px`)
    document.activeElement?.scrollIntoView({ block: 'nearest' })
  }
  viewport.addEventListener('resize', measure)
  viewport.addEventListener('scroll', measure)
  return () => {
    viewport.removeEventListener('resize', measure)
    viewport.removeEventListener('scroll', measure)
  }
}

/** A chat's frame has fields of its own. */
function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea, select, [contenteditable], iframe') ?? false
}
