/** A scanner types a character every few milliseconds; nobody types a whole address like that. */
const longestGapMs = 60
/** Shorter than every code. */
const shortest = 12
/** Longer than every address with a code. */
const longest = 400

/** Tells what a scanner types, which is a keyboard to the system, from what a person types. */
export class ScanReader {
  #text = ''
  #lastMs = -Infinity

  /** Characters of the text that is being typed: 1 when the last key began it. */
  get length(): number {
    return this.#text.length
  }

  /** Takes a key as `KeyboardEvent.key` and its time in ms. Returns what was scanned when this key ends it, else null. */
  read(key: string, timeMs: number): string | null {
    // Shift and the like.
    if (key.length !== 1 && !isEnd(key)) return null
    const isFast = timeMs - this.#lastMs <= longestGapMs
    const text = isFast ? this.#text : ''
    this.#lastMs = timeMs
    this.#text = isEnd(key) ? '' : (text + key).slice(-longest)
    return isEnd(key) && text.length >= shortest ? text : null
  }

  /** A person's key, such as one that is held down. */
  forget(): void {
    this.#text = ''
  }
}

/** Scanners are set to either. */
function isEnd(key: string): boolean {
  return key === 'Enter' || key === 'Tab'
}
