import { observer } from 'mobx-react-lite'
import type { CSSProperties, ReactNode } from 'react'
import { ZERO, type Cents } from '#contract/money.ts'
import { formatMoney, formatMultiplier } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { CountUp } from '../../ui/CountUp.tsx'
import type { Intensity, Celebration } from './CelebrationStore.ts'
import styles from './CelebrationCard.module.css'

/** Coins that fly from the middle. */
const coinCounts: Readonly<Record<Intensity, number>> = { 1: 0, 2: 12, 3: 26 }
const countSeconds: Readonly<Record<Intensity, number>> = { 1: 0.4, 2: 1, 3: 1.6 }

export interface MomentCardProps {
  celebration: Celebration
  /** `stage`: in the middle of its positioned parent. `page`: below the top bar, which shows the balance. */
  place: 'stage' | 'page'
  title?: string
  /** Above the title. */
  picture?: ReactNode
  /** In place of the amount. */
  children?: ReactNode
}

/** How every celebration looks. It takes no press and never covers the balance. */
export const CelebrationCard = observer(function CelebrationCard({
  celebration,
  place,
  title,
  picture,
  children,
}: MomentCardProps) {
  const { language } = useStores()
  const spoken = language.selected
  const { intensity } = celebration
  // The result line has announced a win already.
  const role = place === 'stage' ? { 'aria-hidden': true } : { role: 'status' }
  return (
    <div className={styles.moment} data-place={place} data-intensity={intensity} data-transient {...role}>
      <Coins count={coinCounts[intensity]} />
      <div className={styles.card}>
        {picture}
        {title && <p className={styles.title}>{title}</p>}
        {'amount' in celebration && (
          <strong className={styles.amount}>
            <CountUp
              value={celebration.amount}
              from={ZERO}
              duration={countSeconds[intensity]}
              formatter={(value) => `+${formatMoney(Math.round(value) as Cents, spoken)}`}
            />
          </strong>
        )}
        {'multiplier' in celebration && (
          <span translate="no" className={styles.plate}>
            {formatMultiplier(celebration.multiplier, spoken)}
          </span>
        )}
        {children}
      </div>
    </div>
  )
})

function Coins({ count }: { count: number }) {
  return (
    <div className={styles.coins} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <i key={index} style={flight(index)} />
      ))}
    </div>
  )
}

/** Where a coin flies. The golden angle spreads any number of coins evenly. */
function flight(index: number): CSSProperties {
  const angle = index * 2.39996
  const reach = 0.9 + (index % 5) * 0.22
  return {
    '--x': `${(Math.cos(angle) * reach).toFixed(2)}rem`,
    '--y': `${(Math.sin(angle) * reach * 0.7).toFixed(2)}rem`,
    '--wait': `${(index % 7) * 45}ms`,
  } as CSSProperties
}
