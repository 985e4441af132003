import { h, icon, liveAttrs, liveText } from './h.ts'
import type { View } from './View.ts'

export interface Sheet {
  element: HTMLDialogElement
  open(): void
}

/** A sheet from below: the browser's own dialog keeps the focus in, gives it back, and closes on Escape. */
export function createSheet(view: View, title: () => string, content: Node[], onOpen?: () => void): Sheet {
  const heading = liveText(h('h2', {}), title)
  const close = liveAttrs(
    h(
      'button',
      { class: 'iconButton', attrs: { type: 'button' }, on: { click: () => element.close() } },
      icon('close'),
    ),
    () => ({ 'aria-label': view.texts.close }),
  )
  const body = h('div', { class: 'sheetBody', attrs: { tabindex: 0 } }, ...content)
  const element = liveAttrs(
    h('dialog', { class: 'sheet' }, h('header', { class: 'sheetHead' }, heading, close), body),
    () => ({ 'aria-label': title() }),
  )
  liveAttrs(body, () => ({ role: 'group', 'aria-label': title() }))
  element.addEventListener('click', (event) => {
    // The backdrop belongs to the dialog itself.
    if (event.target === element) element.close()
  })
  return {
    element,
    open: () => {
      onOpen?.()
      body.scrollTop = 0
      element.showModal()
    },
  }
}
