import { useTranslation } from 'react-i18next'
import { isWithoutEnd } from '#contract/rules/limits.ts'
import { formatDateTime } from '../../i18n/dates.ts'
import { useStores } from '../../stores/useStores.ts'

/**
 * What a player who can only withdraw has to know, in a pause or with a closed account: what is off, and that the whole
 * balance can be withdrawn. Undefined for others.
 */
export function usePayoutText(): string | undefined {
  const { t } = useTranslation()
  const { language, session } = useStores()
  if (session.isClosed) return t('limits.closed.payout')
  const until = session.player?.pausedUntil
  if (!until) return undefined
  if (isWithoutEnd(until)) return t('limits.pause.payoutForever')
  return t('limits.pause.payout', { date: formatDateTime(until, language.selected) })
}
