import { observer } from 'mobx-react-lite'
import { useView } from './useView.ts'

/** What went wrong, and what the player can do about it. */
export const ErrorPanel = observer(function ErrorPanel() {
  const { game } = useView()
  return (
    <div className="trouble" role="alert" hidden={game.error === null}>
      <ErrorContent />
    </div>
  )
})

const ErrorContent = observer(function ErrorContent() {
  const { game, parts, texts } = useView()
  const { error } = game
  if (!error) return null
  const { host } = parts
  const hasFailed = game.phase === 'failed'
  const own = hasFailed && error.kind === 'lost' ? texts.trouble.load : texts.trouble[error.kind]
  return (
    <>
      <p>{error.text || own}</p>
      {error.kind === 'funds' && <Chip text={texts.deposit} onClick={() => host.needDeposit()} />}
      {(game.isOutcomeUnknown || hasFailed) && (
        <Chip text={texts.trouble.retry} onClick={() => game.press()} />
      )}
      {hasFailed && <Chip text={texts.support} onClick={() => host.openSupport()} />}
      {(hasFailed || error.kind === 'closed') && <Chip text={texts.exit} onClick={() => host.exit()} />}
      {!hasFailed && error.kind !== 'offline' && error.kind !== 'lost' && (
        <Chip text={texts.close} onClick={() => game.dismissError()} />
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
