import { useTranslation } from 'react-i18next'
import type { HouseLimitView, PlayerRow, PlayerSession } from '#contract/office/players.ts'
import type { PlayerStatus } from '#contract/rules/playerStatus.ts'
import { deviceTypes } from '#contract/rules/deviceType.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Money } from '../../ui/Money.tsx'

const tones: Record<PlayerStatus, BadgeTone> = { active: 'good', suspended: 'warn', closed: 'bad' }

export function PlayerBadges({ row }: { row: Pick<PlayerRow, 'status' | 'isTest'> }) {
  const { t } = useTranslation()
  return (
    <>
      <Badge tone={tones[row.status]}>{t(`playerStatuses.${row.status}`)}</Badge>
      {row.isTest && <Badge tone="info">{t('players.test')}</Badge>}
    </>
  )
}

/** The name of a limit's kind and period in one, such as `depositDay`. */
export const limitNames = [
  'depositDay',
  'depositWeek',
  'depositMonth',
  'lossDay',
  'lossWeek',
  'lossMonth',
  'timeDay',
  'timeWeek',
  'timeMonth',
  'stakeBet',
] as const
export type LimitName = (typeof limitNames)[number]

export function limitNameOf({ kind, period }: Pick<HouseLimitView, 'kind' | 'period'>): LimitName {
  const name = `${kind}${period.charAt(0).toUpperCase()}${period.slice(1)}`
  return limitNames.find((each) => each === name) ?? 'stakeBet'
}

function Minutes({ count }: { count: number }) {
  const { t } = useTranslation()
  return <span>{t('players.minutes', { minutes: count })}</span>
}

export function LimitAmount({ kind, amount }: Pick<HouseLimitView, 'kind' | 'amount'>) {
  return kind === 'time' ? <Minutes count={amount} /> : <Money cents={amount} />
}

export function DeviceText({ deviceType }: Pick<PlayerSession, 'deviceType'>) {
  const { t } = useTranslation()
  const known = deviceTypes.find((type) => type === deviceType) ?? 'unknown'
  return <span>{t(`deviceTypes.${known}`)}</span>
}
