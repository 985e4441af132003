import type { Page } from '@playwright/test'

/**
 * Interactive elements of the page, or of its topmost dialog, that a finger misses: a hit area, with padding,
 * pseudo-elements and labels, under 44 CSS pixels in either direction. As in WCAG 2.5.8, links within running text do not
 * count. One sentence each.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 44
    /** Layout rounds to fractions of a pixel. */
    const tolerance = 0.6
    const interactive =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=radio], [role=switch], [role=option]'
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return (
        width > 0 &&
        height > 0 &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        element.closest('[aria-hidden=true], [inert]') === null
      )
    }
    const labelsOf = (element: Element): Element[] =>
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? [...(element.labels ?? [])]
        : []
    const isInText = (element: Element) => {
      const { display } = getComputedStyle(element)
      const around = element.parentElement?.textContent.trim() ?? ''
      return display === 'inline' && around.length > element.textContent.trim().length
    }
    /** How far from its middle presses still reach one of these elements, in this direction. */
    const reach = (parts: Element[], x: number, y: number, stepX: number, stepY: number) => {
      const isHit = (at: number) => {
        const hit = document.elementFromPoint(x + stepX * at, y + stepY * at)
        return hit !== null && parts.some((part) => part.contains(hit))
      }
      // Each look costs time: in large steps to where it ends, and from the last one in small ones.
      let distance = 0
      for (const step of [4, 0.5]) while (distance + step <= least && isHit(distance + step)) distance += step
      return isHit(0) ? distance + 0.5 : 0
    }
    const found: string[] = []
    const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].filter(isShown)
    const scope = dialogs.at(-1) ?? document.body
    const [left, top] = [window.scrollX, window.scrollY]
    for (const element of scope.querySelectorAll(interactive)) {
      // The skip link is off the screen until it has the focus.
      if (!isShown(element) || isInText(element) || element.matches('a[href="#content"]')) continue
      const parts = [element, ...labelsOf(element)].filter(isShown)
      const boxes = parts.map((part) => part.getBoundingClientRect())
      if (boxes.some(({ width, height }) => Math.min(width, height) >= least - tolerance)) continue
      const middle = parts.find((part) => part.getBoundingClientRect().width > 2) ?? element
      middle.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const box = middle.getBoundingClientRect()
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      const width = reach(parts, x, y, -1, 0) + reach(parts, x, y, 1, 0)
      const height = reach(parts, x, y, 0, -1) + reach(parts, x, y, 0, 1)
      if (Math.min(width, height) >= least - tolerance) continue
      const name =
        element.getAttribute('aria-label') ??
        (element.textContent.trim() || labelsOf(element)[0]?.textContent)
      const { className } = element
      found.push(
        `${element.tagName.toLowerCase()} "${name ?? ''}" (${className}) has ${Math.round(width)}x${Math.round(height)} px`,
      )
    }
    window.scrollTo(left, top)
    return [...new Set(found)]
  })
}
