import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, toLanguageCode } from '#contract/languages.ts'
import { bonusKinds, type BonusKind } from '#contract/rules/bonusKinds.ts'
import { fillFigures, ruleFigures } from './ruleFigures.ts'

/** A section of a longer text. */
export interface Section {
  title: string
  text: string
  /** Only where the jurisdiction has any kind of bonus. */
  isBonus?: boolean
  /** Follows the text where the jurisdiction has one of these kinds of bonus. */
  offers?: { needs: BonusKind[]; text: string }[]
  /** How bets are settled: an operator may have a text of its own. */
  isSettlement?: boolean
  /** The table of what counts for the turnover follows, with these column heads. */
  turnoverTable?: { chance: string; game: string; counts: string; games: Record<string, string> }
}

export type DocumentName = 'terms' | 'support'

/** The paragraphs of each section that are true where the jurisdiction has these kinds of bonus. */
export function sectionsFor(
  sections: Section[],
  hasBonus: (kind: BonusKind) => boolean,
): (Section & { paragraphs: string[] })[] {
  return sections
    .filter(({ isBonus }) => !isBonus || bonusKinds.some(hasBonus))
    .map((section) => {
      const offers = (section.offers ?? []).filter(({ needs }) => needs.some(hasBonus))
      return { ...section, paragraphs: [section.text, ...offers.map(({ text }) => text)] }
    })
}

/** The sections with the figures of the rules in place of their names. @internal */
export function withFigures(sections: Section[], figures: Record<string, string>): Section[] {
  return sections.map((section) => ({
    ...section,
    text: fillFigures(section.text, figures),
    ...(section.offers && {
      offers: section.offers.map((offer) => ({ ...offer, text: fillFigures(offer.text, figures) })),
    }),
  }))
}

/** Longer texts are not in the dictionaries: each is loaded when it is opened, in the current language. */
const files = import.meta.glob<Section[]>('./documents/*/*.json', { import: 'default' })

/**
 * The sections of a document: undefined while loading, null when loading failed. English where a language has
 * none.
 */
export function useDocument(name: DocumentName): Section[] | null | undefined {
  const { language } = useTranslation().i18n
  const [shown, setShown] = useState<{ language: string; sections: Section[] | null }>()
  useEffect(() => {
    let isStale = false
    const load = files[`./documents/${language}/${name}.json`] ?? files[`./documents/en_US/${name}.json`]
    const show = (sections: Section[] | null) => {
      if (!isStale) setShown({ language, sections })
    }
    const figures = ruleFigures(languages[toLanguageCode(language)])
    load?.().then(
      (sections) => show(withFigures(sections, figures)),
      (error: unknown) => {
        console.error(`document not loaded: ${name}`, error)
        show(null)
      },
    )
    return () => {
      isStale = true
    }
  }, [language, name])
  return shown?.language === language ? shown.sections : undefined
}
