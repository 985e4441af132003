import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldX from 'lucide-react/icons/shield-x'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SlotOutcome } from '#contract/games/slots.ts'
import type { Verification } from '#contract/games/verify.ts'
import { useStores } from '../../stores/useStores.ts'
import { classes } from '../../ui/classes.ts'
import { outcomeText } from './outcomeText.ts'
import styles from './FairScreen.module.css'

/** The outcome that the seeds decide, in the game's own terms, with the numbers behind it. */
export const FairResult = observer(function FairResult({ result }: { result: Verification }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const text = outcomeText(result, {
    language: language.selected,
    minesAt: t('games.fair.minesAt'),
    colour: (colour) => t(`games.colours.${colour}`),
  })
  const checks = [result.matchesHash, result.isInChain].filter((check) => check !== null)
  const proof = checks.length === 0 ? undefined : checks.every(Boolean) ? 'holds' : 'fails'
  return (
    <section className={styles.result} aria-live="polite" data-proof={proof}>
      <h2>{t('games.fair.outcome')}</h2>
      <p role="status" aria-label={t('games.result')} className={styles.outcome}>
        {text}
      </p>
      {result.game === 'mines' && 'mines' in result.outcome && <Board mines={result.outcome.mines} />}
      {'freeStops' in result.outcome && <Stops outcome={result.outcome} />}
      {result.matchesHash !== null && (
        <Check holds={result.matchesHash}>
          {t(result.matchesHash ? 'games.fair.hashMatches' : 'games.fair.hashDiffers')}
        </Check>
      )}
      {result.isInChain !== null && (
        <Check holds={result.isInChain}>
          {t(result.isInChain ? 'play.verifier.inChain' : 'play.verifier.notInChain')}
        </Check>
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
})

/** One proof, and whether it holds. */
function Check({ holds, children }: { holds: boolean; children: ReactNode }) {
  return (
    <p className={classes(styles.check, holds ? styles.good : styles.error)}>
      {holds ? <ShieldCheck aria-hidden /> : <ShieldX aria-hidden />}
      <span>{children}</span>
    </p>
  )
}

/** Where the reels stopped: in the paid spin, then in each free spin. */
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
