import { observer } from 'mobx-react-lite'
import type { SlotPlay } from '#contract/http/slots.ts'
import { formatTime } from '../texts/format.ts'
import { fill } from '../texts/texts.ts'
import { Sheet, type SheetState } from './Sheet.tsx'
import { useView } from './useView.ts'

/** The player's last rounds. Each opens to its proof: what it takes to recompute the round at /fair. */
export const HistorySheet = observer(function HistorySheet({ isOpen, onClose }: SheetState) {
  const { game, texts } = useView()
  return (
    <Sheet title={texts.history} isOpen={isOpen} onClose={onClose}>
      <ul className="history" aria-label={texts.history}>
        {game.rounds.length === 0 && <li className="empty">{texts.historyEmpty}</li>}
        {game.rounds.map((round) => (
          <li key={round.id}>
            <Round round={round} />
          </li>
        ))}
      </ul>
    </Sheet>
  )
})

const Round = observer(function Round({ round }: { round: SlotPlay }) {
  const view = useView()
  const { proof } = view.texts
  return (
    <details className="round" data-won={round.payout > round.stake ? '' : undefined}>
      <summary>
        <span className="roundTime">{formatTime(round.time, view.game.language)}</span>
        <span>{fill(proof.staked, { amount: view.money(round.stake) })}</span>
        <b>{fill(proof.paid, { amount: view.money(round.payout) })}</b>
      </summary>
      <h3>{proof.proof}</h3>
      <dl>
        <dt>{proof.id}</dt>
        <dd>{round.id}</dd>
        <dt>{proof.serverSeedHash}</dt>
        <dd>{round.proof.serverSeedHash}</dd>
        <dt>{proof.clientSeed}</dt>
        <dd>{round.proof.clientSeed}</dd>
        <dt>{proof.nonce}</dt>
        <dd>{round.proof.nonce}</dd>
      </dl>
    </details>
  )
})
