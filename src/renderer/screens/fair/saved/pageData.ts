import type { Language } from '#contract/languages.ts'

/** What the saved page receives: the current language and its texts. */
export interface PageData {
  language: Language
  words: {
    outcome: string
    result: string
    minesAt: string
    hashMatches: string
    hashDiffers: string
    inChain: string
    notInChain: string
    fill: string
    floats: string
    colours: Record<string, string>
  }
}
