import ArrowDownUp from 'lucide-react/icons/arrow-down-up'
import ChartColumn from 'lucide-react/icons/chart-column'
import Dices from 'lucide-react/icons/dices'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useTranslation } from 'react-i18next'
import { GuestActions } from '../../features/rewards/GuestActions.tsx'
import { Card } from '../../ui/Card.tsx'
import styles from './GuestResults.module.css'

/** Heights of the drawing's bars, from the middle: days won and days lost, more of these. It has no figures: they are nobody's. */
const bars = [
  -0.3, 0.42, -0.55, -0.2, 0.74, -0.38, 0.2, -0.7, -0.26, 0.5, -0.44, 0.9, -0.6, -0.18, 0.34, -0.82, 0.28,
  -0.4,
]

const parts = [
  ['result', ChartColumn],
  ['byGame', Dices],
  ['money', ArrowDownUp],
  ['limits', ShieldCheck],
] as const

/** What the page shows to a player, for those who are not logged in. */
export function GuestResults() {
  const { t } = useTranslation()
  return (
    <>
      <Card padding="l" className={styles.card}>
        <div className={styles.chart} aria-hidden>
          {bars.map((height, day) => (
            <span
              // The drawing does not change.
              key={day}
              data-sign={Math.sign(height)}
              style={{ height: `${Math.abs(height) * 50}%` }}
            />
          ))}
        </div>
        <div className={styles.words}>
          <h2>{t('own.results.guest')}</h2>
          <GuestActions />
        </div>
      </Card>
      <ul className={styles.parts}>
        {parts.map(([part, Icon]) => (
          <li key={part}>
            <Icon aria-hidden />
            <span>{t(`own.results.${part}`)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
