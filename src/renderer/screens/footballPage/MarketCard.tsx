import Pin from 'lucide-react/icons/pin'
import { observer } from 'mobx-react-lite'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Match, MatchOption } from '#contract/http/sports.ts'
import { lineText, marketName, optionText } from '../../features/odds/optionText.ts'
import { useStores } from '../../stores/useStores.ts'
import { classes } from '../../ui/classes.ts'
import styles from './MarketCard.module.css'
import type { MarketGroup } from './MatchStore.ts'
import { longestWord } from '../../features/odds/matchTexts.ts'
import { OddsButton } from './OddsButton.tsx'
import { PinnedMarkets } from './PinnedMarkets.ts'

/** Style for a market whose three names do not fit side by side: on a small phone, or on any. */
function namesStyle({ home, away }: Match, { market, markets }: MarketGroup): (string | false | undefined)[] {
  if (market === 'correctScore') return [styles.scores]
  if (market === 'doubleChance')
    return [styles.names, longestWord(home, away) > 6 && styles.wide, styles.widest]
  if (market !== 'winner') return []
  const isThree = markets.some(({ options }) => options.length > 2)
  const longest = isThree ? longestWord(home, away) : 0
  return [styles.names, longest > 10 && styles.wide, longest > 12 && styles.widest]
}

/** The prices of one market, one row for each line. */
export const MarketCard = observer(function MarketCard({
  match,
  group,
}: {
  match: Match
  group: MarketGroup
}) {
  const { t } = useTranslation()
  const root = useStores()
  const { language } = root
  const pins = root.feature(PinnedMarkets)
  const name = marketName(t, group.market, match.sport)
  const id = useId()
  const isHandicap = group.market === 'handicap'
  const labelOf = (option: MatchOption) =>
    isHandicap && option.line !== null
      ? lineText(option.line, language.selected, 'signed')
      : optionText(t, option.key, match, language.selected)
  const lineStyle = classes(styles.line, ...namesStyle(match, group))
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {name}
      </h2>
      {isHandicap && (
        <div className={styles.line} aria-hidden>
          <span className={styles.side}>{match.home}</span>
          <span className={styles.side}>{match.away}</span>
        </div>
      )}
      {group.markets.map((market) => (
        <div key={market.line ?? 'only'} className={lineStyle}>
          {market.options.map((option) => (
            <OddsButton
              key={option.side}
              match={match}
              market={market}
              option={option}
              label={labelOf(option)}
            />
          ))}
        </div>
      ))}
      {/* After the prices, which are what a player comes for. */}
      <button
        type="button"
        className={styles.pin}
        aria-label={t('sports.match.pin', { name })}
        aria-pressed={pins.has(group.market)}
        onClick={() => pins.toggle(group.market)}
      >
        <Pin aria-hidden />
      </button>
    </section>
  )
})
