import { makeAutoObservable, runInAction } from 'mobx'
import { applyTextScale, textScales } from '../../services/textScale.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { Reader } from './Reader.ts'

/** A screen that is so much higher than wide has controls that nobody reaches from a wheelchair. */
const tall = 1.25

/**
 * What a terminal does for people who cannot use it as it is. Nothing of it is stored: the next customer's page begins
 * without.
 */
export class AssistanceStore {
  isOpen = false
  readonly scales = textScales
  /** Per cent of the designed size. */
  scale: number = textScales[0]
  hasContrast = false
  /** Everything that can be pressed is in the lower part of the screen. */
  isLow = false
  /** What is pressed is read aloud. */
  isSpeaking = false
  /** The machine has a voice for the page's language. */
  canSpeak = false
  readonly #reader: Reader

  constructor(root: RootStore) {
    this.#reader = new Reader(() => root.language.selected.locale)
    makeAutoObservable(this, { scales: false })
  }

  /** Returns the cleanup. */
  start(): () => void {
    const { speechSynthesis } = window
    // Chromium asks the system for its voices at the first call, and says when they are known.
    const look = () => runInAction(() => (this.canSpeak = this.#reader.hasVoice()))
    look()
    speechSynthesis.addEventListener('voiceschanged', look)
    return () => {
      speechSynthesis.removeEventListener('voiceschanged', look)
      this.#reader.stop()
    }
  }

  get canBeLow(): boolean {
    return window.innerHeight > window.innerWidth * tall
  }

  setOpen(isOpen: boolean): void {
    this.isOpen = isOpen
    if (isOpen) this.canSpeak = this.#reader.hasVoice()
  }

  choose(scale: number): void {
    this.scale = applyTextScale(scale)
  }

  setContrast(isOn: boolean): void {
    this.hasContrast = isOn
    document.documentElement.toggleAttribute('data-contrast', isOn)
  }

  setLow(isOn: boolean): void {
    this.isLow = isOn
    document.documentElement.toggleAttribute('data-low', isOn)
  }

  /** `hint` says how to use it, and is the first that is heard. */
  setSpeaking(isOn: boolean, hint: string): void {
    this.isSpeaking = isOn
    if (isOn) this.#reader.start(hint)
    else this.#reader.stop()
  }
}
