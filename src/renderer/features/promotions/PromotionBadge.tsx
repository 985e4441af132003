import { useTranslation } from 'react-i18next'
import type { PromotionState } from '#contract/http/promotions.ts'
import { Badge, type BadgeProps } from '../../ui/Badge.tsx'

const tones: Record<PromotionState, BadgeProps['tone']> = {
  login: 'glass',
  available: 'reward',
  claimed: 'success',
  expired: 'glass',
  needsDeposit: 'glass',
  notReady: 'glass',
}

/** The state of a promotion for the player. */
export function PromotionBadge({ state }: { state: PromotionState }) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`loyalty.promotions.state.${state}`)}</Badge>
}
