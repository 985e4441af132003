import { observer } from 'mobx-react-lite'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { DiceStore } from './DiceStore.ts'
import styles from './DiceTrack.module.css'

/** The line from 0 to 100: the winning side in green, the handle at the number to beat, the marker at the roll. */
export const DiceTrack = observer(function DiceTrack({ game }: { game: DiceStore }) {
  const { t } = useTranslation()
  const { target, direction, roll } = game
  return (
    <div className={styles.track}>
      <svg className={styles.bar} viewBox="0 0 1000 40" preserveAspectRatio="none" aria-hidden="true">
        <rect width="1000" height="40" rx="20" className={direction === 'under' ? styles.win : styles.lose} />
        <path
          d={`M${target * 10} 0H980a20 20 0 0 1 20 20a20 20 0 0 1 -20 20H${target * 10}z`}
          className={direction === 'under' ? styles.lose : styles.win}
        />
      </svg>
      <input
        type="range"
        className={styles.range}
        aria-label={t('games.dice.target')}
        min={2}
        max={98}
        step={1}
        value={Math.round(target)}
        disabled={game.play.areChoicesLocked}
        onChange={(event) => game.setTarget(Number(event.target.value))}
      />
      {roll && (
        <div className={styles.marks} aria-hidden="true" style={{ '--at': roll.value } as CSSProperties}>
          <span key={game.play.last?.id} data-won={roll.won} className={styles.mark}>
            <i />
          </span>
        </div>
      )}
      <div className={styles.scale} aria-hidden="true">
        {[0, 25, 50, 75, 100].map((number) => (
          <span key={number}>{number}</span>
        ))}
      </div>
    </div>
  )
})
