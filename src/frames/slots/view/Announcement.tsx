import { observer } from 'mobx-react-lite'
import { ZERO } from '#contract/money.ts'
import { fill } from '../texts/texts.ts'
import { useView } from './useView.ts'

/** Says that free spins begin, or that they are over. */
export const Announcement = observer(function Announcement() {
  const { game, texts } = useView()
  const isShown = game.phase === 'freeIntro' || game.phase === 'freeEnd'
  return (
    <div className="announcement" data-kind={game.phase} hidden={!isShown}>
      {game.phase === 'freeIntro' && game.round.free && (
        <>
          {game.round.isResumed && <p className="small">{texts.free.resumed}</p>}
          <strong>{fill(texts.free.count, { count: game.round.free.total })}</strong>
          <p>{fill(texts.free.factor, { factor: game.round.free.factor })}</p>
          <ContinueButton text={texts.free.start} />
        </>
      )}
      {game.phase === 'freeEnd' && game.round.free && (
        <>
          <strong>{texts.free.end}</strong>
          <FreeTotal />
          <ContinueButton text={texts.free.goOn} />
        </>
      )}
    </div>
  )
})

const FreeTotal = observer(function FreeTotal() {
  const view = useView()
  const won = view.game.round.free?.won ?? ZERO
  const { total, zero } = view.texts.free
  // The currency stays beside its number.
  const amount = view.money(won).replaceAll(' ', '\u00a0')
  return <p>{won > 0 ? fill(total, { amount }) : zero}</p>
})

function ContinueButton({ text }: { text: string }) {
  const { game } = useView()
  return (
    <button type="button" className="wideButton" onClick={() => game.round.continue()}>
      {text}
    </button>
  )
}
