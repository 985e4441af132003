import type { Frame, Page } from '@playwright/test'

/**
 * What a browser's translator does to a page or a frame: each text is replaced by an element with the translation, here the
 * same words, and so is each text that comes later.
 */
export async function translate(document: Page | Frame): Promise<void> {
  await document.evaluate(replaceTexts)
}

/** Runs in the page, without anything from outside. */
function replaceTexts(): void {
  const replace = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      if (
        node instanceof Text &&
        node.data.trim() !== '' &&
        !node.parentElement?.closest('font, [translate="no"], script, style, textarea')
      )
        found.push(node)
    for (const text of found) {
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  replace()
  new MutationObserver(replace).observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
  })
}

/**
 * Texts that React keeps as nodes of its own, because they stand beside other content or are all that a component returns: a
 * translator takes them away from it (scripts/jsxRules.mjs). Empty also where React marks nodes in another way:
 * `marksOfReact` says whether it does.
 */
export function textsOfReact(document: Page | Frame): Promise<string[]> {
  return document.evaluate(() => {
    const texts = window.document.createTreeWalker(window.document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      if (
        node instanceof Text &&
        node.data.trim() !== '' &&
        Object.keys(node).some((key) => key.startsWith('__reactFiber$'))
      )
        found.push(`a bare text: "${node.data}" in ${node.parentElement?.outerHTML.slice(0, 120)}`)
    return found
  })
}

/** Whether the elements of the page have the marks that `textsOfReact` looks for. */
export function marksOfReact(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main, main *')].some((element) =>
      Object.keys(element).some((key) => key.startsWith('__reactFiber$')),
    ),
  )
}
