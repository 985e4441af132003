import type { Language } from '#contract/languages.ts'
import { formatMoney } from '#contract/moneyTexts.ts'
import type { Cents } from '#contract/money.ts'
import { multiplyDown } from '#contract/multiplyDown.ts'
import { awayDays, returnFraction, returnHours } from '#contract/rules/discount.ts'
import { FULL_EDGE } from '#contract/rules/gameEdge.ts'
import { CORRECTION_MS, STOPPED_WAIT_MS } from '#contract/rules/markets.ts'
import {
  LEAST_BETS,
  MOST_BETS,
  OFFER_HOURS,
  OFFER_MAX_LEVEL,
  OFFER_MULTIPLIER,
} from '#contract/rules/multiplierOffer.ts'
import { paymentLifetimeMs } from '#contract/rules/paymentExpiry.ts'
import { ticketLimits } from '#contract/rules/sports.ts'
import { GIFT_FROM_LEVEL } from '#contract/rules/vip.ts'
import { formatNumber, formatPercent } from './format.ts'

/** The figures that longer texts name, in the notation of a language: each comes from its rule. */
export function ruleFigures(language: Language): Record<string, string> {
  const percent = (fraction: number) => formatPercent(fraction, language)
  const money = (amount: Cents) => roundMoney(amount, language)
  return {
    stoppedHours: String(STOPPED_WAIT_MS / hourMs),
    correctionHours: String(CORRECTION_MS / hourMs),
    maxReturn: money(ticketLimits.maxReturn),
    offerBets: money(LEAST_BETS),
    offerShare: percent(OFFER_MULTIPLIER),
    offerMost: money(multiplyDown(MOST_BETS, OFFER_MULTIPLIER)),
    offerHours: String(OFFER_HOURS),
    offerLevel: String(OFFER_MAX_LEVEL),
    awayDays: String(awayDays),
    discountShare: percent(returnFraction),
    discountHours: String(returnHours),
    giftLevel: String(GIFT_FROM_LEVEL),
    fullRtp: percent(1 - FULL_EDGE),
    orderMinutes: String(paymentLifetimeMs / 60_000),
  }
}

const hourMs = 3_600_000

/** 'R$ 100.000': without decimals where there are none, on one line. */
export function roundMoney(amount: Cents, language: Language): string {
  const text =
    amount % 100 === 0
      ? `${language.symbol} ${formatNumber(amount / 100, language)}`
      : formatMoney(amount, language)
  return text.replaceAll(' ', '\u00a0')
}

/** Puts the figures in place of {{name}}. A name without a figure stays, and a test finds it. */
export function fillFigures(text: string, figures: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => figures[name] ?? placeholder)
}
