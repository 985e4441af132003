import { app, powerMonitor, screen, type WebContents } from 'electron'
import { LastInput } from './LastInput.ts'

/** Of this terminal: everybody who wants to know whether somebody is there asks it. */
export const lastInput = new LastInput({
  now: () => performance.now(),
  readSystemSeconds: () => powerMonitor.getSystemIdleTime(),
  readPointer: () => screen.getCursorScreenPoint(),
})

/** Keys have an event of their own, and a window gets events of a pointer that rests. */
const notCounted: ReadonlySet<string> = new Set([
  'undefined',
  'mouseMove',
  'mouseEnter',
  'mouseLeave',
  'rawKeyDown',
  'keyDown',
  'keyUp',
  'char',
])

/**
 * Counts the input into every window from now on. The frames that have a process of their own tell of presses and touches
 * themselves (src/main/frames): no event of Electron does.
 */
export function countInput(): void {
  app.on('web-contents-created', (_event, contents) => countInputOf(contents))
}

function countInputOf(contents: WebContents): void {
  contents.on('input-event', (_event, { type }) => {
    if (!notCounted.has(type)) lastInput.note()
  })
  // Of the page and of all its frames. A key that something lies on is nobody.
  contents.on('before-input-event', (_event, { isAutoRepeat }) => {
    if (!isAutoRepeat) lastInput.note()
  })
}
