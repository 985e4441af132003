import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import type { LiveLeg, TicketLegView } from '#contract/http/sports.ts'
import type { Language } from '#contract/languages.ts'
import type { Sport } from '#contract/rules/sports.ts'
import type { ResultCode } from '#contract/rules/settlement.ts'
import { BetResult } from '#contract/statusCodes.ts'
import { formatDateTime } from '../../i18n/dates.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { BoostMark } from '../odds/BoostMark.tsx'
import { periodText } from '../odds/matchTexts.ts'
import { OddsStore } from '../odds/OddsStore.ts'
import { lineText, marketText, optionText } from '../odds/optionText.ts'
import styles from './TicketLeg.module.css'
import { resultLabel } from './ticketState.ts'

/** One leg of a ticket: the selection, the score, and the result in words. */
export const TicketLeg = observer(function TicketLeg({ leg }: { leg: TicketLegView }) {
  const { t } = useTranslation()
  const root = useStores()
  const { language } = root
  const option = optionText(t, leg.key, leg, language.selected)
  const { score, scoreAtBet, now } = leg
  const shown = score ?? now
  return (
    <li
      className={styles.leg}
      data-word={resultLabel(leg.result) ?? 'open'}
      data-trend={now && trendOf(now.result)}
    >
      <span className={styles.mark} aria-hidden />
      <div className={styles.what}>
        <p className={styles.option}>
          <b>{option}</b>
          {/* The first selection of a combination has the odds of all. */}
          {leg.odds > 1 && (
            <b translate="no" className="num">
              {leg.boostedFrom !== undefined && (
                <s translate="no">{root.feature(OddsStore).text(leg.boostedFrom)}</s>
              )}
              <span translate="no">{root.feature(OddsStore).text(leg.odds)}</span>
            </b>
          )}
        </p>
        <p className={styles.market}>
          <span>{marketText(t, leg.key, leg.sport)}</span>
          {leg.boostedFrom !== undefined && <BoostMark />}
        </p>
        <p className={styles.match}>{`${leg.home} × ${leg.away}`}</p>
        <p className={styles.result}>
          {now && <LiveClock sport={leg.sport} now={now} />}
          {shown && <span>{t('sports.tickets.leg.score', { score: scoreText(shown) })}</span>}
          {scoreAtBet && <span>{t('sports.tickets.leg.scoreAtBet', { score: scoreText(scoreAtBet) })}</span>}
          {!shown && <span>{formatDateTime(leg.startsAt, language.selected)}</span>}
          {leg.ended && <span>{t(`sports.tickets.leg.ended.${leg.ended}`)}</span>}
          {leg.corrected && <span>{t(`sports.tickets.leg.corrected.${leg.corrected}`)}</span>}
          <span className={styles.outcome}>{outcomeText(t, leg, language.selected)}</span>
        </p>
      </div>
    </li>
  )
})

/** '67′', or the set or the break of a match whose clock stands. */
const LiveClock = observer(function LiveClock({ sport, now }: { sport: Sport; now: LiveLeg }) {
  const { t } = useTranslation()
  const { minute } = now
  return (
    <span className={styles.clock}>
      {minute === null ? (
        <span>{periodText(t, { ...now, sport, parts: [], live: true })}</span>
      ) : (
        <>
          <span aria-hidden>{`${minute}′`}</span>
          <VisuallyHidden>{t('sports.match.minute', { minute })}</VisuallyHidden>
        </>
      )}
    </span>
  )
})

/** Whether a live selection would win at this score. */
function trendOf(result: ResultCode): 'winning' | 'refunding' | 'losing' {
  if (result === BetResult.refund) return 'refunding'
  return result === BetResult.win || result === BetResult.winHalf ? 'winning' : 'losing'
}

function scoreText({ home, away }: { home: number; away: number }): string {
  return `${home}–${away}`
}

/** 'Ganha · 1,85', 'Metade ganha · 1,50 · passou da linha por 0,25': the result, its factor, the distance to the line. */
function outcomeText(t: TFunction, leg: TicketLegView, language: Language): string {
  const label = resultLabel(leg.result)
  if (!label || leg.factor === null)
    return t(`sports.tickets.leg.${leg.now ? trendOf(leg.now.result) : 'open'}`)
  const word = t(`sports.tickets.leg.${label}`)
  const result = word.charAt(0).toLocaleUpperCase(language.locale) + word.slice(1)
  const factor = formatNumber(leg.factor, language, 2)
  if (leg.distance === null) return t('sports.tickets.leg.plain', { result, factor })
  const side = leg.distance > 0 ? 'above' : leg.distance < 0 ? 'below' : 'level'
  const distance = lineText(Math.abs(leg.distance), language)
  return t(`sports.tickets.leg.${side}`, { distance, result, factor })
}
