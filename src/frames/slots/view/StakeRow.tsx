import { observer } from 'mobx-react-lite'
import { fill } from '../texts/texts.ts'
import { useView } from './useView.ts'
import type { ViewModel } from './ViewModel.ts'

/** The stake: its field, the buttons that change it, and what is wrong with it. */
export const StakeRow = observer(function StakeRow() {
  const view = useView()
  const { game, texts } = view
  const { stake } = game
  const isFixed = game.isLocked
  return (
    <div className="stakeRow">
      <label className="field stakeField">
        <small>{texts.stake}</small>
        <span>
          <i>{game.language.symbol}</i>
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            aria-label={texts.stake}
            aria-describedby="stakeError"
            aria-invalid={stake.error === null ? undefined : true}
            disabled={isFixed}
            value={stake.text}
            onChange={({ currentTarget }) => stake.type(currentTarget.value)}
            onBlur={() => stake.normalize()}
          />
        </span>
      </label>
      <StakeButton text="½" label={texts.half} isDisabled={isFixed} onClick={() => stake.half()} />
      <StakeButton text="2×" label={texts.double} isDisabled={isFixed} onClick={() => stake.double()} />
      <StakeButton
        text={texts.maxShort}
        label={texts.max}
        isDisabled={isFixed}
        onClick={() => stake.setToMax(game.wallet.available)}
      />
      <p className="stakeError" id="stakeError" role="status">
        {errorOf(view)}
      </p>
    </div>
  )
})

interface StakeButtonProps {
  text: string
  label: string
  isDisabled: boolean
  onClick: () => void
}

function StakeButton({ text, label, isDisabled, onClick }: StakeButtonProps) {
  return (
    <button type="button" className="stakeButton" aria-label={label} disabled={isDisabled} onClick={onClick}>
      {text}
    </button>
  )
}

/** What is wrong with the stake; null if it can be played, or if its limits are not known yet. */
function errorOf(view: ViewModel): string | null {
  const { game, texts } = view
  if (game.phase === 'loading' || game.phase === 'failed') return null
  switch (game.stake.error) {
    case 'stakeInvalid':
      return texts.errors.stakeInvalid
    case 'stakeTooLow':
      return fill(texts.errors.stakeTooLow, { limit: view.money(game.stake.min) })
    case 'stakeTooHigh':
      return fill(texts.errors.stakeTooHigh, { limit: view.money(game.stake.max) })
    case null:
      return null
  }
}
