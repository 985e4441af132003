import { bonusKinds, type BonusKind } from '#contract/rules/bonusKinds.ts'
import { fillFigures } from './ruleFigures.ts'

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

/** The sections with the figures of the rules in place of their names. */
export function withFigures(sections: Section[], figures: Record<string, string>): Section[] {
  return sections.map((section) => ({
    ...section,
    text: fillFigures(section.text, figures),
    ...(section.offers && {
      offers: section.offers.map((offer) => ({ ...offer, text: fillFigures(offer.text, figures) })),
    }),
  }))
}
