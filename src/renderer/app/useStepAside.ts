import { useEffect } from 'react'

/** Scrolls shorter than this many px are ignored. */
const minScrollPx = 6
/** The page rests when it has not moved for this long, in ms. */
const restMs = 150
/** How much of a price, a field or a button may be covered, a fraction. */
const coveredShare = 0.08

/**
 * Moves a floating button out of the way (`data-aside`) while the player scrolls down, and where it would cover a price,
 * a field or another button.
 */
export function useStepAside(button: { readonly current: HTMLElement | null }, isShown: boolean) {
  useEffect(() => {
    if (!isShown) return undefined
    let last = window.scrollY
    let isDown = false
    let rest: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      const element = button.current
      element?.toggleAttribute('data-aside', isDown || coversSomething(element))
    }
    const updateAtRest = () => {
      clearTimeout(rest)
      rest = setTimeout(update, restMs)
    }
    const onScroll = () => {
      const now = window.scrollY
      updateAtRest()
      if (Math.abs(now - last) < minScrollPx) return
      isDown = now > last && now > 0
      if (isDown) button.current?.toggleAttribute('data-aside', true)
      last = now
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    // Lists that arrive or fold change the height of the page.
    const resize = new ResizeObserver(updateAtRest)
    resize.observe(document.body)
    return () => {
      clearTimeout(rest)
      resize.disconnect()
      window.removeEventListener('scroll', onScroll)
    }
  }, [button, isShown])
}

function coversSomething(button: HTMLElement): boolean {
  const own = placeInView(button)
  const xs = [own.left + 1, (own.left + own.right) / 2, own.right - 1]
  const ys = [own.top + 1, (own.top + own.bottom) / 2, own.bottom - 1]
  const beneath = new Set(
    xs
      .flatMap((x) => ys.flatMap((y) => document.elementsFromPoint(x, y)))
      .map((element) => element.closest(controls)),
  )
  beneath.delete(button)
  return [...beneath].some((control) => {
    if (control === null) return false
    return shareCovered(control.getBoundingClientRect(), own) > coveredShare
  })
}

/** Not links: a game's tile has room beside the button, and a lobby that rests is full of tiles. */
const controls = 'button, input, select, textarea, [role="radio"]'

/** Where the button is when it is not aside: its transform is left out. */
function placeInView({ offsetLeft, offsetTop, offsetWidth, offsetHeight }: HTMLElement): DOMRect {
  return new DOMRect(offsetLeft, offsetTop, offsetWidth, offsetHeight)
}

function shareCovered(other: DOMRect, own: DOMRect): number {
  const width = Math.min(other.right, own.right) - Math.max(other.left, own.left)
  const height = Math.min(other.bottom, own.bottom) - Math.max(other.top, own.top)
  return width > 0 && height > 0 ? (width * height) / (other.width * other.height) : 0
}
