import type { Page } from '@playwright/test'

/**
 * Texts of the page that do not fit, one sentence each: outside the window, cut off by or overflowing
 * their control, a control wider than what holds it, an amount that is cut or in two lines, or a key where a text
 * should be. Ellipses after other texts are fine, and so is anything that scrolls sideways on purpose (tab rows,
 * tables, carousels).
 */
export function textsThatDoNotFit(page: Page): Promise<string[]> {
  return page.evaluate(misfitsOfPage)
}

/** Runs in the page, without anything from outside. */
function misfitsOfPage(): string[] {
  const found = new Set<string>()
  const controls = 'button, a, label, th, [role=tab], [role=radio], h1, h2, h3, h4'
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 60)}"`
  /** Caches the results by element, because each text is tested with all its ancestors. */
  const cached = (test: (element: Element) => boolean) => {
    const results = new Map<Element, boolean>()
    return (element: Element): boolean => {
      const result = results.get(element) ?? test(element)
      results.set(element, result)
      return result
    }
  }
  /** Visible, and not one of the texts for screen readers only (clipped to a pixel). */
  const isRendered = cached(
    (element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getBoundingClientRect().width > 2,
  )
  const isShortened = (element: Element) => getComputedStyle(element).textOverflow === 'ellipsis'
  const scrollsSideways = cached((element) => {
    const { overflowX } = getComputedStyle(element)
    return (overflowX === 'auto' || overflowX === 'scroll') && element.scrollWidth > element.clientWidth + 1
  })
  const isClipped = cached((element) => getComputedStyle(element).overflowX !== 'visible')
  const ancestors = (element: Element | null): Element[] =>
    element ? [element, ...ancestors(element.parentElement)] : []

  const overflow = document.documentElement.scrollWidth - window.innerWidth
  if (overflow > 0) found.add(`the page is ${overflow} px wider than the window`)

  // A page or sheet scrolls down; scrolling sideways means that something in it is too wide.
  for (const element of document.querySelectorAll('main, [role=dialog], [role=dialog] *')) {
    if (element.scrollHeight > element.clientHeight + 1 && scrollsSideways(element))
      found.add(`${element.tagName.toLowerCase()}.${element.className} scrolls sideways`)
  }

  for (const element of document.querySelectorAll(controls)) {
    // Those without a box of their own do not count.
    const parent = ancestors(element.parentElement).find(
      (each) => getComputedStyle(each).display !== 'contents',
    )
    const { position, display } = getComputedStyle(element)
    if (!parent || !isRendered(element) || display === 'inline') continue
    if (position === 'absolute' || position === 'fixed' || getComputedStyle(parent).display === 'inline')
      continue
    if (ancestors(parent).some(scrollsSideways)) continue
    const wider = element.getBoundingClientRect().width - parent.getBoundingClientRect().width
    if (wider > 1) found.add(`${nameOf(element)} is ${Math.round(wider)} px wider than its parent`)
  }

  /** Words in scripts that break lines only between words (Chinese and Japanese break anywhere). */
  const words = /[\p{Script=Latin}\p{Script=Cyrillic}]{2,}/gu
  const brokenWord = (node: Node) =>
    [...(node.nodeValue ?? '').matchAll(words)].find(({ 0: word, index }) => {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top))
      return Math.max(...tops) - Math.min(...tops) > 4
    })?.[0]

  const symbolsAndFigures = /R\$\s?[\d.,\s]*\d/gu
  /** An amount that ends on another line than it begins, or that its box cuts. */
  const tornAmount = (node: Node, around: Element[]) =>
    [...(node.nodeValue ?? '').matchAll(symbolsAndFigures)].find(({ 0: amount, index }) => {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + amount.length)
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
      const tops = boxes.map(({ top }) => Math.round(top))
      const end = Math.max(...boxes.map(({ right }) => right))
      const cut = around.find((each) => isShortened(each) || isClipped(each))
      return Math.max(...tops) - Math.min(...tops) > 4 || (cut && end > cut.getBoundingClientRect().right + 1)
    })?.[0]

  const key = /^[a-z]+\.[a-zA-Z.]+$/
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement
    const text = node.nodeValue?.trim() ?? ''
    if (!text || !parent || parent.closest('script, style, noscript, [role=img]')) continue
    // The name of a page on the web looks like a key.
    if (key.test(text) && !parent.closest('a[href^="http"]')) found.add(`a key is shown: ${text}`)
    const around = ancestors(parent)
    if (!around.every(isRendered) || around.some(scrollsSideways)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const place = range.getBoundingClientRect()
    if (place.width === 0) continue
    if ((place.left < -1 || place.right > window.innerWidth + 1) && !around.some(isClipped))
      found.add(`"${text.slice(0, 60)}" leaves the window`)
    const torn = tornAmount(node, around)
    if (torn) found.add(`the amount ${torn} of "${text.slice(0, 60)}" is not whole`)
    const control = parent.closest(controls)
    if (!control || getComputedStyle(control).display === 'inline') continue
    if (around.slice(0, around.indexOf(control) + 1).some(isShortened)) continue
    const box = control.getBoundingClientRect()
    // A completely clipped text is hidden on purpose, like the name beside the logo where there is no room.
    if (isClipped(control) && (place.top >= box.bottom - 1 || place.left >= box.right - 1)) continue
    const broken = brokenWord(node)
    if (broken) found.add(`${nameOf(control)} breaks the word "${broken}"`)
    const sideways = Math.max(box.left - place.left, place.right - box.right)
    if (sideways > 1) found.add(`${nameOf(control)} is ${Math.round(sideways)} px too narrow for "${text}"`)
    // A line of text may be taller than its line box: only a difference of part of a letter counts.
    const slack = parseFloat(getComputedStyle(parent).fontSize) * 0.3
    const below = Math.max(box.top - place.top, place.bottom - box.bottom)
    if (below > slack) found.add(`${nameOf(control)} is ${Math.round(below)} px too low for "${text}"`)
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]')) {
    for (const name of ['aria-label', 'placeholder', 'alt', 'title']) {
      const text = element.getAttribute(name) ?? ''
      if (key.test(text)) found.add(`a key is the ${name} of a ${element.tagName.toLowerCase()}: ${text}`)
    }
  }
  return [...found]
}

/** Waits until the screen has loaded and its animations have ended. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.waitForFunction(isPageSettled)
}

/** Runs in the page, without anything from outside. */
function isPageSettled(): boolean {
  return (
    document.querySelector('main, [role=dialog]') !== null &&
    // Until the client has taken over what the server has drawn, it is inert.
    document.getElementById('prerender') === null &&
    document.querySelector('[aria-busy=true], [role=progressbar]:not([aria-valuenow]), [data-skeleton]') ===
      null &&
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || Number(effect?.getComputedTiming().endTime) > 3_000,
      )
  )
}

/** Texts and names on the page. Runs in the page, without anything from outside. */
function textsOfPage(): string[] {
  const found = new Set<string>()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) found.add(node.nodeValue?.trim() ?? '')
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]')) {
    for (const name of ['aria-label', 'placeholder', 'alt', 'title'])
      found.add(element.getAttribute(name) ?? '')
  }
  return [...found]
}

/** What a settled page shows, and what of it does not fit. */
interface SettledPage {
  texts: string[]
  misfits: string[]
}

/** The page's own loop, for ten seconds: the usual screen needs a frame or two. */
const settledPage = `(async () => {
  const end = performance.now() + 10_000
  const isSettled = ${isPageSettled}
  while (!isSettled() && performance.now() < end)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  return isSettled() ? { texts: (${textsOfPage})(), misfits: (${misfitsOfPage})() } : null
})()`

/**
 * Waits until the page has settled, and measures it at that moment. All in one call: at a stop of a tour, the calls cost
 * more time than the measuring.
 */
export async function measureSettled(page: Page): Promise<SettledPage> {
  for (;;) {
    const measured = await page.evaluate<SettledPage | null>(settledPage)
    if (measured) return measured
    // Fails where a page never settles.
    await waitUntilSettled(page)
  }
}

/** Goes to another screen like a link, without reloading the page, and waits until the old one is gone. */
export async function walkTo(page: Page, path: string): Promise<void> {
  await page.evaluate(() => document.querySelector('main > *')?.setAttribute('data-left', ''))
  await changeAddress(page, path)
  await page.locator('[data-left]').waitFor({ state: 'detached' })
}

/** Opens what has an address over the page that is open, without reloading it, and nothing else over it. */
export async function walkToOverlay(page: Page, overlay: string): Promise<void> {
  const { pathname } = new URL(page.url())
  await changeAddress(page, pathname)
  const dialogs = page.getByRole('dialog')
  await dialogs.first().waitFor({ state: 'detached' })
  await changeAddress(page, `${pathname}?overlay=${overlay}`)
  await dialogs.first().waitFor()
}

/** As a link does. */
async function changeAddress(page: Page, to: string): Promise<void> {
  await page.evaluate((address) => {
    window.history.pushState(null, '', address)
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, to)
}
