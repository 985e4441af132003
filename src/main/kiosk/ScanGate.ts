import { ScanReader } from '#contract/rules/ScanReader.ts'
import { isOurCode } from '#contract/rules/ourCodes.ts'

/** After this time without another character it was not a scanner. */
const holdMs = 60
/** A person may type two characters as fast as a scanner, and hardly ever four. */
const longestByHand = 3

/** What is used of Electron's `Input`. */
export interface GateKey {
  type: string
  key: string
  /** The key of the keyboard; '' for the keys of the screen, which main types. */
  code: string
  isAutoRepeat: boolean
  control: boolean
  alt: boolean
  meta: boolean
}

export interface ScanGateDeps {
  /** Whether the keys go to a page or a frame of somebody else. */
  isForeign(): boolean
  /** Whether a field there has the focus. */
  hasField(): boolean
  /** Types a character, or `space` or `enter`, into that field. */
  type(key: string): void
  /** A code of ours was scanned. */
  onScan(text: string): void
  /** In ms, of a clock that nobody can set. */
  now(): number
}

/**
 * Keeps what a scanner reads out of pages that are not ours: a voucher is money, and Enter presses whatever button has the
 * focus there. While a field of such a page has the focus, characters wait for a moment and are typed when it was a person, or a
 * code of somebody else.
 */
export class ScanGate {
  readonly #deps: ScanGateDeps
  readonly #reader = new ScanReader()
  #held: string[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(deps: ScanGateDeps) {
    this.#deps = deps
  }

  /** Returns whether the page must not get the key. */
  take({ type, key, code, isAutoRepeat, control, alt, meta }: GateKey): boolean {
    if (type !== 'keyDown' || code === '' || control || alt || meta) return false
    if (!this.#deps.isForeign() || isAutoRepeat) {
      this.#typeHeld()
      this.#reader.forget()
      return false
    }
    const text = this.#reader.read(key, this.#deps.now())
    if (text !== null) return this.#end(text)
    if (key.length !== 1) {
      // Shift and the like do not end a text.
      if (this.#held.length === 0 || key === 'Shift') return false
      this.#typeHeld()
      if (key !== 'Enter') return false
      this.#deps.type('enter')
      return true
    }
    if (!this.#deps.hasField()) return this.#reader.length > longestByHand
    this.#held.push(key)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#typeHeld(), holdMs)
    return true
  }

  #end(text: string): true {
    if (isOurCode(text)) {
      clearTimeout(this.#timer)
      this.#held = []
      this.#deps.onScan(text)
    } else if (this.#held.length > 0) {
      this.#typeHeld()
      this.#deps.type('enter')
    }
    return true
  }

  #typeHeld(): void {
    clearTimeout(this.#timer)
    for (const key of this.#held.splice(0)) this.#deps.type(key === ' ' ? 'space' : key)
  }
}
