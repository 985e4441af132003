import type { LanguageCode } from '#contract/languages.ts'
import type { JurisdictionProfile } from '../../config/jurisdictions.ts'
import { fillText, mailWords } from '../../texts/texts.ts'

/** Why a mail was sent, for whom the product is, and who operates it. */
export function footerOf(
  language: LanguageCode,
  { name, taxId, address, email }: JurisdictionProfile['operator'],
): string[] {
  const { reason, adults } = mailWords(language)
  const facts = [name, taxId, address, email].filter((fact) => fact !== null)
  return [fillText(language, reason), adults, facts.join(' · ')]
}
