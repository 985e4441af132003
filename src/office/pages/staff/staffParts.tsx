import { useTranslation } from 'react-i18next'
import type { StaffRow, StaffStatus } from '#contract/office/staff.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'

const tones: Record<StaffStatus, BadgeTone> = {
  active: 'good',
  invited: 'info',
  locked: 'warn',
  deactivated: 'neutral',
}

export function StaffBadge({ status }: { status: StaffStatus }) {
  const { t } = useTranslation()
  return <Badge tone={tones[status]}>{t(`staffStatus.${status}`)}</Badge>
}

export function Role({ role }: { role: StaffRow['role'] }) {
  const { t } = useTranslation()
  return <span>{t(`roles.${role}`)}</span>
}

/** The second factors that somebody has. */
export function Factors({ hasTotp, passkeys }: Pick<StaffRow, 'hasTotp' | 'passkeys'>) {
  const { t } = useTranslation()
  const factors = [
    ...(hasTotp ? [t('account.totp')] : []),
    ...(passkeys > 0 ? [t('staff.passkeys', { count: passkeys })] : []),
  ]
  return <span>{factors.length === 0 ? t('staff.noFactor') : factors.join(', ')}</span>
}
