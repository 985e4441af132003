import { observer } from 'mobx-react-lite'
import { fill } from '../texts/texts.ts'
import { IconButton } from './IconButton.tsx'
import type { SheetName } from './Sheet.tsx'
import { SpinButton } from './SpinButton.tsx'
import { StakeRow } from './StakeRow.tsx'
import { useView } from './useView.ts'
import { WalletButton } from './WalletButton.tsx'

/** Stake, wallet, and the buttons within reach of the thumb. */
export const Panel = observer(function Panel({ openSheet }: { openSheet: (name: SheetName) => void }) {
  const view = useView()
  const { game, texts } = view
  return (
    <section className="panel" aria-label={texts.controls}>
      <StakeRow />
      <div className="infoRow">
        <WalletButton />
        <AutoState />
        <IconButton icon="history" label={texts.history} onClick={() => openSheet('history')} />
      </div>
      <div className="buttonRow">
        <IconButton icon="info" label={texts.info} onClick={() => openSheet('paytable')} />
        <IconButton
          icon="auto"
          label={texts.auto}
          disabled={game.isLocked || game.stake.error !== null}
          onClick={() => openSheet('auto')}
        />
        <SpinButton />
        <IconButton
          icon="turbo"
          label={texts.turbo}
          aria-pressed={game.round.isTurbo}
          onClick={() => game.round.setTurbo(!game.round.isTurbo)}
        />
        <IconButton
          icon={view.isSoundOn ? 'sound' : 'mute'}
          label={texts.sound}
          aria-pressed={view.isSoundOn}
          onClick={() => view.setSound(!view.isSoundOn)}
        />
      </div>
    </section>
  )
})

/** How far automatic play is, and afterwards why it stopped. */
const AutoState = observer(function AutoState() {
  const { game, texts } = useView()
  const { reason, isRunning, left, played } = game.auto
  return (
    <p className="autoState" role="status" aria-label={texts.autoState}>
      {reason
        ? texts.stopped[reason]
        : isRunning &&
          (left === null
            ? fill(texts.playedSoFar, { count: played })
            : fill(texts.roundsLeft, { count: left }))}
    </p>
  )
})
