import { observer } from 'mobx-react-lite'
import type { CSSProperties } from 'react'
import { ZERO } from '#contract/money.ts'
import { useCountUp } from './useCountUp.ts'
import { useView } from './useView.ts'
import { winMs } from './winMs.ts'

/** Celebrates a win of at least 15 times the stake; smaller wins show in the meter only. */
export const BigWin = observer(function BigWin() {
  const view = useView()
  const { game, texts } = view
  const { won, tier } = game.round
  const isShown = game.phase === 'showing' && (tier === 'big' || tier === 'huge')
  const amount = useCountUp(isShown ? won : ZERO, isShown ? winMs[tier] : 0, view.parts.prefersReducedMotion)
  return (
    <div className="bigWin" aria-hidden="true" data-tier={tier} hidden={!isShown}>
      <strong>{tier === 'huge' ? texts.huge : texts.big}</strong>
      {/* Its size follows the length of the final amount, so that it stays the same while it counts. */}
      <b translate="no" style={{ '--length': view.money(won).length } as CSSProperties}>
        {view.money(amount)}
      </b>
    </div>
  )
})
