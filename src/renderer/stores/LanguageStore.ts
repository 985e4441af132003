import { makeAutoObservable } from 'mobx'
import { languages, toLanguageCode, type Language, type LanguageCode } from '#contract/languages.ts'
import type { Storages } from '../services/storage.ts'

/**
 * Loads a dictionary and switches to it; provided by src/renderer/i18n. False: another one was requested meanwhile,
 * and this one changes nothing. Throws when it cannot be loaded; unless `isChosen`, a fallback is shown before.
 */
export type LoadDictionary = (code: LanguageCode, isChosen: boolean) => Promise<boolean>

/** The chosen language, with its flag, currency and locale. */
export class LanguageStore {
  code: LanguageCode
  readonly #storages: Storages
  readonly #loadDictionary: LoadDictionary

  constructor(storages: Storages, loadDictionary: LoadDictionary) {
    this.#storages = storages
    this.#loadDictionary = loadDictionary
    this.code = toLanguageCode(storages.local.get('language') as string | undefined)
    makeAutoObservable(this)
  }

  get selected(): Language {
    return languages[this.code]
  }

  /** Follows a choice that the player makes in another tab. */
  start(): void {
    this.#storages.local.onChange('language', (value) => {
      // It is not stored: two tabs that store what they learn from each other could switch back and forth for ever.
      // What fails is in the console already (i18n.ts).
      if (value !== undefined) this.switchTo(toLanguageCode(value as string)).catch(() => undefined)
    })
  }

  /**
   * Of several choices in quick succession the last one wins, in whatever order their dictionaries arrive. Throws, and
   * nothing changes, when its dictionary cannot be loaded.
   */
  async choose(code: LanguageCode): Promise<void> {
    if (await this.switchTo(code)) this.#storages.local.set('language', code)
  }

  /** Returns whether the language was applied. */
  private async switchTo(code: LanguageCode): Promise<boolean> {
    if (!(await this.#loadDictionary(code, true))) return false
    this.apply(code)
    return true
  }

  private apply(code: LanguageCode): void {
    this.code = code
  }
}
