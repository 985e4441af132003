import { clipboard } from 'electron'

/** Runtimes before `clipboard.selection` take the kind as an argument. */
interface OlderClipboard {
  clear(kind: 'selection'): void
}

/** Wipes what a paste would insert, and on Linux also what the middle mouse button would: the last selected text. */
export function wipeClipboards(): void {
  clipboard.clear()
  if (process.platform !== 'linux') return
  if ('selection' in clipboard) clipboard.selection.clear()
  else (clipboard as OlderClipboard).clear('selection')
}
