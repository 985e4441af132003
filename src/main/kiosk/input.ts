import { app, powerMonitor, screen, type WebContents } from 'electron'
import { isForTests, passIdleTimeEvent } from '../debugging.ts'
import { IdleClock } from './IdleClock.ts'
import { LastInput } from './LastInput.ts'

/** By which everything about idleness is counted. */
export const idleClock = new IdleClock(() => performance.now())

/** Of this terminal: everybody who wants to know whether somebody is there asks it. */
export const lastInput = new LastInput({
  now: idleClock.now,
  readSystemSeconds: () => idleClock.since(powerMonitor.getSystemIdleTime()),
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
  // Not an event that Electron's types know.
  const events: NodeJS.EventEmitter = app
  if (isForTests(app))
    events.on(passIdleTimeEvent, (seconds: number) => {
      // A pointer that has moved was moved before that time, not after it.
      lastInput.read()
      idleClock.pass(seconds)
    })
}

function countInputOf(contents: WebContents): void {
  const isTested = isForTests(app)
  contents.on('input-event', (_event, { type, modifiers = [] }) => {
    const isRepeated = modifiers.some((each) => each.toLowerCase() === 'isautorepeat')
    // The keys of a test driver have no event of their own.
    const isTestKey = isTested && type === 'rawKeyDown' && !isRepeated
    if (!notCounted.has(type) || isTestKey) lastInput.note()
  })
  // Of the page and of all its frames. A key that something lies on is nobody.
  contents.on('before-input-event', (_event, { isAutoRepeat }) => {
    if (!isAutoRepeat) lastInput.note()
  })
}
