import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cents } from '#contract/money.ts'
import { formatMoney, formatNumber } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { PlaySession } from './PlaySession.ts'
import styles from './SessionPanel.module.css'

/** Net result, rounds, stakes and time of this visit, with a line of the result. */
export const SessionPanel = observer(function SessionPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const root = useStores()
  const { selected } = root.language
  const play = root.feature(PlaySession)
  const money = (amount: Cents) => formatMoney(amount, selected)
  return (
    <section id={id} className={styles.session} aria-label={t('games.session.title')}>
      <h2>{t('games.session.title')}</h2>
      <dl className={styles.facts}>
        <div data-sign={Math.sign(play.net)}>
          <dt>{t('games.session.net')}</dt>
          <dd translate="no" className="num">{`${play.net > 0 ? '+' : ''}${money(play.net)}`}</dd>
        </div>
        <div>
          <dt>{t('games.session.staked')}</dt>
          <dd translate="no" className="num">
            {money(play.staked)}
          </dd>
        </div>
        <div>
          <dt>{t('games.session.rounds')}</dt>
          <dd className="num">{formatNumber(play.rounds, selected)}</dd>
        </div>
        <div>
          <dt>{t('games.session.time')}</dt>
          <dd>
            <Elapsed since={play.startedAt} />
          </dd>
        </div>
      </dl>
      <IconButton
        className={styles.reset}
        aria-label={t('games.session.reset')}
        disabled={play.rounds === 0}
        onClick={() => play.reset()}
      >
        <RotateCcw aria-hidden />
      </IconButton>
      <Chart points={play.points} label={t('games.session.chart')} />
    </section>
  )
})

/** The net result round by round around the line of zero. */
function Chart({ points, label }: { points: readonly Cents[]; label: string }) {
  const [high, low] = [Math.max(0, ...points), Math.min(0, ...points)]
  const span = high - low || 1
  const y = (value: number) => 2 + (36 * (high - value)) / span
  const x = (index: number) => (points.length < 2 ? 0 : (100 * index) / (points.length - 1))
  const zero = high === low ? 20 : y(0)
  const line = points.map((value, index) => `${x(index).toFixed(2)},${y(value).toFixed(2)}`).join(' ')
  const isUp = (points.at(-1) ?? 0) >= 0
  return (
    <svg
      className={styles.chart}
      data-up={isUp}
      viewBox="0 0 100 40"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <line x1="0" x2="100" y1={zero} y2={zero} />
      {points.length > 1 && (
        <>
          <polygon points={`0,${zero} ${line} 100,${zero}`} />
          <polyline points={line} />
        </>
      )}
    </svg>
  )
}

/** Minutes and seconds since a moment; 00:00 before it. */
function Elapsed({ since }: { since: number | null }) {
  const { clock } = useStores()
  const [now, setNow] = useState(clock.now)
  useEffect(() => {
    if (since === null) return
    const timer = setInterval(() => setNow(clock.now()), 1_000)
    return () => clearInterval(timer)
  }, [since, clock])
  const seconds = since === null ? 0 : Math.max(0, Math.floor((now - since) / 1_000))
  const two = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return (
    <span role="timer" translate="no" className="num">
      {`${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(seconds % 60)}`}
    </span>
  )
}
