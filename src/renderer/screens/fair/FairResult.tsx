import { useTranslation } from 'react-i18next'
import { slotMultiplier, slotRound, type SlotCode, type SlotOutcome } from '#contract/games/slots.ts'
import { multiplierNumber } from '#contract/games/multiplier.ts'
import { formatMultiplier, formatNumber } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import type { Verified } from '../../stores/VerifierStore.ts'
import styles from './FairScreen.module.css'

/** What the seeds decide, in the game's own terms, with the numbers it came from. */
export function FairResult({ result, matches }: { result: Verified; matches: boolean | null }) {
  const { t } = useTranslation()
  const text = useOutcomeText(result)
  return (
    <section className={styles.result} aria-live="polite">
      <h2>{t('games.fair.outcome')}</h2>
      <p role="status" aria-label={t('games.result')} className={styles.outcome}>
        {text}
      </p>
      {result.game === 'mines' && 'mines' in result.outcome && <Board mines={result.outcome.mines} />}
      {'freeStops' in result.outcome && <Stops outcome={result.outcome} />}
      {matches !== null && (
        <p className={matches ? styles.good : styles.error}>
          {t(matches ? 'games.fair.hashMatches' : 'games.fair.hashDiffers')}
        </p>
      )}
      <p className={styles.hash}>{result.hash}</p>
      <details>
        <summary>{t('games.fair.floats')}</summary>
        <ol className={styles.floats}>
          {result.floats.map((float, index) => (
            <li key={index}>{float}</li>
          ))}
        </ol>
      </details>
    </section>
  )
}

function useOutcomeText({ game, outcome }: Verified): string {
  const { t } = useTranslation()
  const { language } = useStores()
  const spoken = language.selected
  if ('mines' in outcome) {
    const tiles = [...outcome.mines].sort((a, b) => a - b).map((tile) => tile + 1)
    return `${t('games.fair.minesAt')} ${tiles.join(', ')}`
  }
  if ('freeStops' in outcome) {
    const { units } = slotRound(game as SlotCode, outcome)
    return formatMultiplier(multiplierNumber(slotMultiplier(units)), spoken)
  }
  if ('roll' in outcome) return formatNumber(outcome.roll, spoken, 2)
  if ('result' in outcome) return formatMultiplier(outcome.result, spoken)
  if ('slot' in outcome) return `${outcome.slot} (${t(`games.colours.${outcome.colour}`)})`
  if ('digit' in outcome) return String(outcome.digit)
  return outcome.safe.map((row) => row.map((tile) => tile + 1).join('+')).join(' · ')
}

/** Where the reels stopped: the paid spin, then each free one. */
function Stops({ outcome: { stops, freeStops } }: { outcome: SlotOutcome }) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('games.fair.stops', { stops: stops.join(' · ') })}</p>
      {freeStops.length > 0 && (
        <ol className={styles.floats} aria-label={t('games.fair.freeSpins')}>
          {freeStops.map((list, index) => (
            <li key={index}>{list.join(' · ')}</li>
          ))}
        </ol>
      )}
    </>
  )
}

function Board({ mines }: { mines: number[] }) {
  return (
    <div className={styles.board} aria-hidden="true">
      {Array.from({ length: 25 }, (_, index) => (
        <i key={index} data-mine={mines.includes(index)} />
      ))}
    </div>
  )
}
