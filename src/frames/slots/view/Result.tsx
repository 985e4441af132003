import { observer } from 'mobx-react-lite'
import { fill } from '../texts/texts.ts'
import { useView } from './useView.ts'
import type { ViewModel } from './ViewModel.ts'

/** The result of a round, read out once by a screen reader when the round is over. */
export const Result = observer(function Result() {
  const view = useView()
  return (
    <p className="hiddenText" role="status" aria-label={view.texts.result}>
      {resultOf(view)}
    </p>
  )
})

function resultOf(view: ViewModel): string | null {
  const { game, texts } = view
  const { last } = game
  if (!last || game.isBusy) return null
  if (last.payout === 0) return texts.none
  return fill(last.payout > last.stake ? texts.won : texts.back, { amount: view.money(last.payout) })
}
