import { observer } from 'mobx-react-lite'
import { ZERO } from '#contract/money.ts'
import { useCountUp } from './useCountUp.ts'
import { useView } from './useView.ts'
import { winMs } from './winMs.ts'

/** Celebrates a win of at least 15 times the stake; smaller wins show in the meter only. */
export const BigWin = observer(function BigWin() {
  const view = useView()
  const { game, texts } = view
  const isShown = game.phase === 'showing' && (game.tier === 'big' || game.tier === 'huge')
  const amount = useCountUp(isShown ? game.won : ZERO, isShown ? winMs[game.tier] : 0, view.parts.isStill)
  return (
    <div className="bigWin" aria-hidden="true" data-tier={game.tier} hidden={!isShown}>
      <strong>{game.tier === 'huge' ? texts.huge : texts.big}</strong>
      <b>{view.money(amount)}</b>
    </div>
  )
})
