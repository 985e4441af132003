import type { ElementHandle, Frame, Page } from '@playwright/test'

/** Disabled ones need not answer, and the skip link is not for pointers. */
const pressable =
  'a[href]:not([href="#content"]), button:enabled:not([aria-disabled=true]), summary, label:has(input:enabled:is([type=radio], [type=checkbox]))'
/**
 * Presses one of each kind of link, button and choice in the page or in one frame of it, or in its topmost dialog, without
 * a click. Returns those whose look stays the same, one line each. `known` holds the kinds that have been pressed
 * before, on whichever page; those of this page are added.
 */
export async function silentPresses(
  page: Page,
  known: Set<string>,
  frame: Frame = page.mainFrame(),
): Promise<string[]> {
  const silent: string[] = []
  for (const [kind, element] of await kindsOf(frame, known)) {
    const answer = await pressed(page, element)
    if (answer === 'covered') continue
    known.add(kind)
    if (answer !== 'shown') silent.push(`${kind}: ${answer}`)
  }
  return silent
}

type Answer = 'shown' | 'silent' | 'missed' | 'covered'

/** Presses the element; again when it moved away between looking where it is and the press, as a list above it grew. */
async function pressed(page: Page, element: ElementHandle<Element>, attempts = 3): Promise<Answer> {
  const point = await pointOn(element)
  // By a bar; or the element is gone.
  if (!point) return 'covered'
  const answer = await answerTo(page, element, point)
  return answer === 'missed' && attempts > 1 ? pressed(page, element, attempts - 1) : answer
}

async function kindsOf(
  frame: Frame,
  known: ReadonlySet<string>,
): Promise<[string, ElementHandle<Element>][]> {
  const list = await frame.evaluateHandle((selector) => {
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('[aria-hidden=true], [inert]') === null
    const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog], dialog[open]')].filter(
      isShown,
    )
    return [...(dialogs.at(-1) ?? document.body).querySelectorAll(selector)].filter(isShown)
  }, pressable)
  const kinds = new Map<string, ElementHandle<Element>>()
  for (const property of (await list.getProperties()).values()) {
    const element = property.asElement() as ElementHandle<Element> | null
    if (!element) continue
    const kind = await element.evaluate(
      ({ tagName, className, parentElement }) =>
        `${tagName.toLowerCase()} "${className}" in "${parentElement?.className}"`,
    )
    if (!known.has(kind) && !kinds.has(kind)) kinds.set(kind, element)
  }
  return [...kinds]
}

/** A point of the window on which a press meets the element; undefined when something in its document covers it. */
async function pointOn(element: ElementHandle<Element>): Promise<{ x: number; y: number } | undefined> {
  const isMet = await element.evaluate(async (node) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    const topInCentre = () => {
      node.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      return node.getBoundingClientRect().top
    }
    // What is scrolled past gets its real height when it is drawn, and what loads later moves what follows it.
    let [top, framesAtRest] = [topInCentre(), 0]
    while (framesAtRest < 3) {
      await frame()
      const newTop = topInCentre()
      framesAtRest = newTop === top ? framesAtRest + 1 : 0
      top = newTop
    }
    const { left, width, height } = node.getBoundingClientRect()
    return node.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  // Of the window, also for an element in a frame.
  const box = isMet ? await element.boundingBox() : null
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : undefined
}

/** The pointer lies on the element before: what shows that is no answer to the press. */
async function answerTo(
  { mouse }: Page,
  element: ElementHandle<Element>,
  { x, y }: { x: number; y: number },
): Promise<Exclude<Answer, 'covered'>> {
  await mouse.move(x, y)
  const before = await lookOf(element)
  await mouse.down()
  const isMet = await element.evaluate((node) => node.matches(':active'))
  const after = await lookOf(element)
  // Released beside the page, it is no click.
  await mouse.move(-10, -10)
  await mouse.up()
  if (!isMet) return 'missed'
  return after === before ? 'silent' : 'shown'
}

/** The styles by which a press can show: of the element, of what is in it, and of the card whose link it is. */
export function lookOf(element: Pick<ElementHandle<Element>, 'evaluate'>): Promise<string> {
  return element.evaluate((node) => {
    const around = [node.parentElement, node.parentElement?.parentElement].filter(
      (other) => other instanceof Element,
    )
    const parts = [...around, node, ...node.querySelectorAll('*')]
    return parts
      .flatMap((part) => [null, '::before', '::after'].map((pseudo) => getComputedStyle(part, pseudo)))
      .map((style) =>
        [
          style.opacity,
          style.transform,
          style.scale,
          style.backgroundColor,
          style.color,
          style.boxShadow,
        ].join(),
      )
      .join('\n')
  })
}
