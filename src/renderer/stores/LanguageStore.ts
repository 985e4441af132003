import { makeAutoObservable } from 'mobx'
import { languages, toLanguageCode, type Language, type LanguageCode } from '#contract/languages.ts'
import type { Storages } from '../services/storage.ts'

/** Loads a dictionary and makes it the one in use; the i18n room provides it. */
export type LoadDictionary = (code: LanguageCode) => Promise<void>

/** The chosen language, with its flag, currency and locale (spec §1). */
export class LanguageStore {
  code: LanguageCode
  private wanted: LanguageCode | undefined

  constructor(
    private readonly storages: Storages,
    private readonly loadDictionary: LoadDictionary,
  ) {
    this.code = toLanguageCode(storages.local.get('language') as string | undefined)
    makeAutoObservable<this, 'storages' | 'loadDictionary' | 'wanted'>(this, {
      storages: false,
      loadDictionary: false,
      wanted: false,
    })
  }

  get selected(): Language {
    return languages[this.code]
  }

  /** Of several choices in quick succession the last one holds, in whatever order their dictionaries come. */
  async choose(code: LanguageCode): Promise<void> {
    this.wanted = code
    await this.loadDictionary(code)
    if (this.wanted === code) this.apply(code)
  }

  private apply(code: LanguageCode): void {
    this.code = code
    this.storages.local.set('language', code)
  }
}
