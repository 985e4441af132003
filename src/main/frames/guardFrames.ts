import type { WebContents } from 'electron'
import type { FrameField } from '#contract/frameField.ts'
import { lastInput } from '../kiosk/input.ts'
import { FieldWatch } from './FieldWatch.ts'
import { PageProtocol, type Command } from './PageProtocol.ts'

export interface FrameOptions {
  /** Whether the page is one of ours: its fields are its own concern, those of its frames are not. */
  isOurs: boolean
  /** The field that has the focus, where the kiosk's keyboard has to type into it. */
  onField?: (field: FrameField | null) => void
}

/** File inputs open nothing, whatever a page does. No header and no preference does this. */
const noFileChoosers: readonly Command[] = [
  ['Page.enable', {}],
  ['Page.setInterceptFileChooserDialog', { enabled: true, cancel: true }],
]

let protocol: PageProtocol | undefined
const watches = new WeakMap<WebContents, FieldWatch>()

/**
 * Keeps the choosers of files away from a page and all of its frames, and tells which field of theirs has the focus and when they are used. Until
 * it has resolved, nothing foreign may be loaded.
 */
export async function guardFrames(contents: WebContents, { isOurs, onField }: FrameOptions): Promise<void> {
  protocol ??= new PageProtocol()
  const fields = onField && new FieldWatch(protocol, onField, () => lastInput.note())
  if (fields) watches.set(contents, fields)
  const session = await protocol.watch(contents, {
    commands: (isPage) => [...noFileChoosers, ...(fields && !isPage ? fields.commands : [])],
    onEvent: (from, method, params) => fields?.receive(from, method, params),
    onGone: (gone) => fields?.forget(gone),
  })
  if (fields && !isOurs) contents.once('did-navigate', () => fields.start(session))
}

/** The field of the page's frames that has the focus, where it was to be reported. */
export function focusedFrameField(contents: WebContents): FrameField | null {
  return watches.get(contents)?.field ?? null
}

/** Types a key of the screen into the field that has the focus. */
export function typeIntoFrame(contents: WebContents, key: string): void {
  watches.get(contents)?.type(key)
}
