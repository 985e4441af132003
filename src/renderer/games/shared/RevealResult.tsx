import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { subtract, ZERO } from '#contract/money.ts'
import { formatMoney, formatMultiplier } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { formatStep } from './formatStep.ts'
import { ResultLine } from './ResultLine.tsx'
import type { RevealRound, RevealStore } from './RevealStore.ts'

/** Announces the multiplier first, then what it means for the player. */
export const RevealResult = observer(function RevealResult({
  game,
  ready,
  lost,
  worth,
}: {
  game: RevealStore<RevealRound>
  /** Shown before the first tile is opened. */
  ready: string
  /** Returns what ended the round. A function, so that only this component observes it. */
  lost: () => string
  /** Payout of a cash-out now. */
  worth: (amount: string) => string
}) {
  const { t } = useTranslation()
  const { language } = useStores()
  const { round } = game
  if (!round || (round.status === 'open' && game.progress === 0)) {
    return <ResultLine label={t('games.result')} text={game.mode === 'manual' ? ready : ''} />
  }
  // While it is played as the steps beside it have it, then the exact one.
  const multiplier =
    round.status === 'open'
      ? formatStep(round.multiplier, language.selected)
      : formatMultiplier(round.status === 'lost' ? 0 : round.multiplier, language.selected)
  const amount = formatMoney(round.payout, language.selected)
  const meaning = {
    lost,
    won: () => t('games.won', { amount }),
    open: () => worth(amount),
    refunded: () => '',
  }[round.status]()
  const loss =
    round.status === 'lost' ? formatMoney(subtract(ZERO, round.stake), language.selected) : undefined
  return (
    <ResultLine
      label={t('games.result')}
      text={[multiplier, meaning, loss].filter(Boolean).join(', ')}
      tone={round.status === 'won' || round.status === 'lost' ? round.status : undefined}
    />
  )
})
