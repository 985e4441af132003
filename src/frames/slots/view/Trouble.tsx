import { observer } from 'mobx-react-lite'
import { useView } from './useView.ts'

/** What went wrong, and what the player can do about it. */
export const Trouble = observer(function Trouble() {
  const { game } = useView()
  return (
    <div className="trouble" role="alert" hidden={game.trouble === null}>
      <TroubleContent />
    </div>
  )
})

const TroubleContent = observer(function TroubleContent() {
  const { game, parts, texts } = useView()
  const { trouble } = game
  if (!trouble) return null
  const { host } = parts
  const hasFailed = game.phase === 'failed'
  const own = hasFailed && trouble.kind === 'lost' ? texts.trouble.load : texts.trouble[trouble.kind]
  return (
    <>
      <p>{trouble.text || own}</p>
      {trouble.kind === 'funds' && <Chip text={texts.deposit} onClick={() => host.needDeposit()} />}
      {(trouble.kind === 'lost' || hasFailed) && (
        <Chip text={texts.trouble.retry} onClick={() => game.press()} />
      )}
      {hasFailed && <Chip text={texts.support} onClick={() => host.openSupport()} />}
      {(hasFailed || trouble.kind === 'closed') && <Chip text={texts.exit} onClick={() => host.exit()} />}
      {!hasFailed && trouble.kind !== 'offline' && trouble.kind !== 'lost' && (
        <Chip text={texts.close} onClick={() => game.dismissTrouble()} />
      )}
    </>
  )
})

function Chip({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <button type="button" className="chip" onClick={onClick}>
      {text}
    </button>
  )
}
