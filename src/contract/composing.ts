/** What is used of a page and of a key press. */
interface Press {
  readonly key: string
  readonly isComposing: boolean
  readonly keyCode: number
  stopImmediatePropagation(): void
}
interface Page {
  addEventListener(type: 'keydown', listener: (press: Press) => void, options: { capture: true }): void
}

/** Keys that a page gives a meaning in its fields and around them. */
const meant = /^(?:Enter|Escape|Tab|Arrow\w+|Page\w+|Home|End)$/

/**
 * Japanese, Korean and Chinese are typed through a conversion, which uses Enter, Escape, Tab and arrows itself. From now on no
 * listener of the page hears of such a press; the browser goes on with it. Safari ends the conversion before the press that
 * ends it, which then has the code 229 of keys that an input method handles. A second call changes nothing.
 */
export function keepComposingKeys(page: Page): void {
  // Before all others.
  page.addEventListener('keydown', keep, { capture: true })
}

function keep(press: Press): void {
  if ((press.isComposing || press.keyCode === 229) && meant.test(press.key)) press.stopImmediatePropagation()
}
