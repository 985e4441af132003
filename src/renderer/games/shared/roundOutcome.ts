import type { TFunction } from 'i18next'
import type { Language } from '#contract/languages.ts'
import { subtract, ZERO, type Cents } from '#contract/money.ts'
import { formatMoney } from '../../i18n/format.ts'

/** What a decided round means for the player, in words. Less than the stake coming back is no win. */
export function roundOutcome(
  { stake, payout }: { stake: Cents; payout: Cents },
  t: TFunction,
  language: Language,
): { text: string; tone: 'won' | 'lost' | undefined } {
  const money = (amount: Cents) => formatMoney(amount, language)
  if (payout > stake) return { text: t('games.won', { amount: money(payout) }), tone: 'won' }
  if (payout === ZERO) return { text: t('games.lost', { amount: money(stake) }), tone: 'lost' }
  const difference = money(subtract(payout, stake))
  return { text: t('games.returned', { amount: money(payout), difference }), tone: undefined }
}
