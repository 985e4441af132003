import { observer } from 'mobx-react-lite'
import { svgUrl } from '../reels/symbolArt.ts'
import { fill } from '../texts/texts.ts'
import { useCountUp } from './useCountUp.ts'
import { useView } from './useView.ts'
import type { ViewModel } from './ViewModel.ts'
import { winMs } from './winMs.ts'

/** Under the reels: what the round has won, and which line or symbol it comes from. */
export const WinMeter = observer(function WinMeter() {
  const view = useView()
  const { round } = view.game
  const amount = useCountUp(round.won, winMs[round.tier], view.parts.prefersReducedMotion)
  return (
    <div
      className="meter"
      aria-hidden="true"
      data-tier={round.tier}
      data-free={round.free === null ? undefined : ''}
    >
      <span className="label">{labelOf(view)}</span>
      <b translate="no" className="amount" hidden={round.won === 0}>
        {view.money(amount)}
      </b>
      <span className="detail">
        <StepDetail />
      </span>
    </div>
  )
})

function labelOf({ game, texts }: ViewModel): string {
  const { free, won, tier } = game.round
  if (free?.more) return fill(texts.free.more, { count: free.more })
  if (free && free.done > 0) return fill(texts.free.progress, { done: free.done, total: free.total })
  if (game.phase === 'spinning') return texts.spinning
  if (won > 0) return tier === 'back' ? fill(texts.back, { amount: '' }).trim() : texts.lastWin
  if (game.phase === 'loading') return texts.loading
  return game.last ? texts.none : texts.ready
}

/** The line or the scatters that light up on the board, and what they pay; in between what free spins multiply their wins by. */
const StepDetail = observer(function StepDetail() {
  const view = useView()
  const { step, free } = view.game.round
  if (!step || step.kind === 'all') return free && free.factor > 1 ? <span>{`×${free.factor}`}</span> : null
  const isLine = step.kind === 'line'
  const drawing = view.parts.drawings[isLine ? step.symbol : 'S']
  return (
    <>
      <span>
        {isLine
          ? fill(view.texts.line, { line: step.line + 1 })
          : fill(view.texts.scatter, { count: step.count })}
      </span>
      <span className="hit">
        {isLine && <span>{`${step.count}×`}</span>}
        <img src={svgUrl(drawing)} alt="" width={20} height={20} />
      </span>
      <span translate="no">{step.amount > 0 && view.money(step.amount)}</span>
    </>
  )
})
