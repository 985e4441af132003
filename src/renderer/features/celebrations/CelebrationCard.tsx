import { observer } from 'mobx-react-lite'
import type { CSSProperties } from 'react'
import { ZERO, type Cents } from '#contract/money.ts'
import { formatMoney, formatMultiplier } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { CountUp } from '../../ui/CountUp.tsx'
import type { Intensity, Celebration } from './CelebrationStore.ts'
import styles from './CelebrationCard.module.css'

/** Coins that fly from the middle. */
const coinCounts: Readonly<Record<Intensity, number>> = { 1: 0, 2: 12, 3: 26 }
const countSeconds: Readonly<Record<Intensity, number>> = { 1: 0.4, 2: 1, 3: 1.6 }

/** A bet that was won, below the top bar, which shows the balance. It takes no press. */
export const CelebrationCard = observer(function CelebrationCard({
  celebration,
  title,
}: {
  celebration: Extract<Celebration, { kind: 'ticket' }>
  title: string
}) {
  const { language } = useStores()
  const spoken = language.selected
  const { intensity, amount, multiplier } = celebration
  return (
    <div className={styles.moment} data-intensity={intensity} data-transient role="status">
      <Coins count={coinCounts[intensity]} />
      <div className={styles.card}>
        <p className={styles.title}>{title}</p>
        <strong className={styles.amount}>
          <CountUp
            value={amount}
            from={ZERO}
            duration={countSeconds[intensity]}
            formatter={(value) => `+${formatMoney(Math.round(value) as Cents, spoken)}`}
          />
        </strong>
        <span translate="no" className={styles.plate}>
          {formatMultiplier(multiplier, spoken)}
        </span>
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
