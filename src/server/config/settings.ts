import type { LanguageCode } from '#contract/languages.ts'
import { usualFourEyes, type FourEyes } from '#contract/office/settings.ts'
import { commissionRates } from '#contract/rules/referrals.ts'
import { usualThresholds, type RiskThresholds } from '#contract/rules/risk.ts'

/** A time in which nobody may deposit or play. ISO times; `until` null: until it is opened again. */
export interface ServiceClosure {
  from: string
  until: string | null
  /** Said instead of our text, by language; pt_BR stands in for a missing one. */
  texts: Partial<Record<LanguageCode, string>>
}

/** Settings that an operator may change while the server runs; they have defaults. Amounts in cents. */
export interface Settings {
  captcha: 'image' | 'widget'
  /** Amount of a gift, and how often it must be wagered (turnover = amount x factor). */
  gift: { amount: number; turnoverFactor: number }
  /**
   * Commission rates for bets of referral levels 1 to 3, as fractions. They apply to every day that is not
   * claimed yet.
   */
  commissionRates: readonly number[]
  /** null: the service is open. */
  serviceClosure: ServiceClosure | null
  /** From where on the operator is told of something (domain/risk/riskHits.ts). */
  riskRules: RiskThresholds
  /** From which amount on a second person of the back office must confirm. */
  fourEyes: FourEyes
}

export const defaultSettings: Settings = {
  captcha: 'image',
  gift: { amount: 1000, turnoverFactor: 2 },
  commissionRates,
  serviceClosure: null,
  riskRules: usualThresholds,
  fourEyes: usualFourEyes,
}
