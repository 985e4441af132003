import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { ZERO } from '#contract/money.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import type { InstantPlay } from './InstantPlay.ts'
import { ResultLine } from './ResultLine.tsx'

/** Announces the outcome first, then the win or loss; empty while the next round runs. */
export const InstantResult = observer(function InstantResult({
  play,
  shown,
}: {
  play: InstantPlay
  /** Returns the last outcome in the game's own terms, null before the first. Only this component observes it. */
  shown: () => string | null
}) {
  const { t } = useTranslation()
  const { language } = useStores()
  const { last } = play
  const text = shown()
  if (!last || text === null || play.isPlaying) return <ResultLine label={t('games.result')} text="" />
  const hasWon = last.payout > ZERO
  const amount = formatMoney(hasWon ? last.payout : last.stake, language.selected)
  return (
    <ResultLine
      label={t('games.result')}
      text={`${text}, ${t(hasWon ? 'games.won' : 'games.lost', { amount })}`}
      tone={hasWon ? 'won' : 'lost'}
    />
  )
})
