import { spokenText, touchedPart } from './spokenText.ts'

/** What voices call a language besides its code in a locale: those of espeak-ng say which Chinese they speak. */
const otherCodes = new Map([['zh', 'cmn']])

/**
 * Reads aloud what is pressed. The first press on a control only reads it, the second one presses it, so that somebody who
 * does not see the screen places no bet by looking around. Keys read what gets the focus.
 */
export class Reader {
  readonly #locale: () => string
  #stop: (() => void) | undefined
  /** What was read last: a press on it goes through. */
  #current: Element | null = null

  constructor(locale: () => string) {
    this.#locale = locale
  }

  /** Whether the machine has a voice for the language. */
  hasVoice(): boolean {
    return this.#voice() !== undefined
  }

  start(firstWords: string): void {
    this.stop()
    const onClick = (event: Event) => {
      const part = touchedPart(event.target)
      // What the keyboard or a script does comes without a place on the screen.
      const isPress = event instanceof PointerEvent && event.pointerType !== ''
      if (part === null || part === this.#current || !isPress) return
      event.preventDefault()
      event.stopImmediatePropagation()
      this.#read(part)
    }
    const onFocus = (event: Event) => {
      const part = touchedPart(event.target)
      if (part !== null && part !== this.#current && part.matches(':focus-visible')) this.#read(part)
    }
    window.addEventListener('click', onClick, { capture: true })
    window.addEventListener('focusin', onFocus, { capture: true })
    this.#stop = () => {
      window.removeEventListener('click', onClick, { capture: true })
      window.removeEventListener('focusin', onFocus, { capture: true })
    }
    this.#say(firstWords)
  }

  stop(): void {
    this.#stop?.()
    this.#stop = undefined
    this.#current = null
    window.speechSynthesis.cancel()
  }

  #read(part: Element): void {
    this.#current = part
    this.#say(spokenText(part))
  }

  #say(text: string): void {
    const { speechSynthesis } = window
    speechSynthesis.cancel()
    const words = new SpeechSynthesisUtterance(text)
    words.lang = this.#locale()
    words.voice = this.#voice() ?? null
    speechSynthesis.speak(words)
  }

  #voice(): SpeechSynthesisVoice | undefined {
    const locale = this.#locale().toLowerCase()
    const [language = ''] = locale.split('-')
    const voices = window.speechSynthesis.getVoices()
    for (const wanted of [locale, language, otherCodes.get(language) ?? language]) {
      const found = voices.find(({ lang }) => lang.toLowerCase().replace('_', '-').startsWith(wanted))
      if (found) return found
    }
    return undefined
  }
}
