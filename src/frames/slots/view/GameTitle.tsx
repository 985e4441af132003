import { observer } from 'mobx-react-lite'
import { useView } from './useView.ts'

/** The name of the game, and below it the notice of the host. */
export const GameTitle = observer(function GameTitle() {
  const { game, parts, texts } = useView()
  return (
    <header className="mast">
      <h1 className="wordmark">{parts.title}</h1>
      <p className="notice" role="status" hidden={game.notice === ''}>
        <span>{game.notice}</span>
        <button
          type="button"
          className="noticeClose"
          aria-label={texts.close}
          onClick={() => game.closeNotice()}
        >
          ×
        </button>
      </p>
    </header>
  )
})
