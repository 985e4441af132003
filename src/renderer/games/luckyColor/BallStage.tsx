import { observer } from 'mobx-react-lite'
import type { LuckyColorStore } from './LuckyColorStore.ts'
import styles from './BallStage.module.css'

/**
 * The drum whose balls turn while a round runs, and the ball that it throws as soon as the outcome is known: it has come to
 * rest before the win is celebrated. The result line announces it.
 */
export const BallStage = observer(function BallStage({ game }: { game: LuckyColorStore }) {
  const { ball } = game
  const { isPlaying, isWaiting, last } = game.play
  return (
    <div className={styles.stage} aria-hidden="true" data-lit>
      <div className={styles.drum} data-turning={isPlaying}>
        <div className={styles.balls}>
          {Array.from({ length: 10 }, (_, digit) => (
            <i key={digit} className={styles.small} data-colour={colourOf(digit)} />
          ))}
        </div>
        <i className={styles.blades} />
      </div>
      <div className={styles.lane}>
        <div
          key={isWaiting ? 'turning' : last?.id}
          className={styles.ball}
          data-won-at=""
          data-colour={isWaiting || !ball ? 'none' : colourOf(ball.digit)}
        >
          <span>{isWaiting || !ball ? '?' : ball.digit}</span>
        </div>
      </div>
    </div>
  )
})

/** The style of a digit; 0 and 5 have two colours. */
export function colourOf(digit: number): 'green' | 'red' | 'redViolet' | 'greenViolet' {
  if (digit === 0) return 'redViolet'
  if (digit === 5) return 'greenViolet'
  return digit % 2 === 1 ? 'green' : 'red'
}
