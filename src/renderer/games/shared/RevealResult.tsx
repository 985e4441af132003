import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/languages.ts'
import { subtract, ZERO } from '#contract/money.ts'
import { formatMoney, formatMultiplier } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { formatExactMultiplier } from './formatExactMultiplier.ts'
import { ResultLine } from './ResultLine.tsx'
import type { RevealRound, RevealStore } from './RevealStore.ts'

/**
 * Announces the multiplier first, of a round that is over the exact one, then what it means for the player. Shows two
 * decimals, as the steps beside it do, and of a lost round what ended it and what it cost.
 */
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
  const reached = round.status === 'lost' ? 0 : round.multiplier
  const multiplier = formatMultiplier(reached, language.selected)
  const amount = formatMoney(round.payout, language.selected)
  const meaning = {
    lost,
    won: () => t('games.won', { amount }),
    open: () => worth(amount),
    refunded: () => '',
  }[round.status]()
  const loss =
    round.status === 'lost' ? formatMoney(subtract(ZERO, round.stake), language.selected) : undefined
  const exact = round.status === 'open' ? multiplier : formatExactMultiplier(reached, language.selected)
  return (
    <ResultLine
      label={t('games.result')}
      text={sentence(exact, meaning, loss)}
      shown={
        loss === undefined
          ? sentence(multiplier, meaning)
          : t('games.lostBy', { what: capitalised(meaning, language.selected), amount: loss })
      }
      tone={round.status === 'won' || round.status === 'lost' ? round.status : undefined}
    />
  )
})

function sentence(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join(', ')
}

function capitalised(text: string, { locale }: Language): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
}
