import type { WebContents } from 'electron'
import { focusedFrameField, typeIntoFrame } from '../frames/guardFrames.ts'
import { ScanGate } from './ScanGate.ts'

export interface ScannerOptions {
  /** Whether the keys go to a page or a frame of somebody else. */
  isForeign(): boolean
  /** A code of ours was scanned. */
  onScan(text: string): void
}

/** Keeps the codes of a terminal's scanner out of pages that are not ours. */
export function catchScans(contents: WebContents, { isForeign, onScan }: ScannerOptions): void {
  const gate = new ScanGate({
    isForeign,
    hasField: () => focusedFrameField(contents) !== null,
    type: (key) => typeIntoFrame(contents, key),
    onScan,
    now: () => performance.now(),
  })
  contents.on('before-input-event', (event, input) => {
    if (gate.take(input)) event.preventDefault()
  })
}
