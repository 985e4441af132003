import { observer } from 'mobx-react-lite'
import { sanitizeAmountInput } from '#contract/amounts.ts'
import { autoRounds } from '../play/AutoSpin.ts'
import { Sheet, type SheetState } from './Sheet.tsx'
import { useView } from './useView.ts'

/** Automatic play: how many rounds, and what stops it. */
export const AutoSheet = observer(function AutoSheet({ isOpen, onClose }: SheetState) {
  const { game, texts } = useView()
  const { auto } = game
  return (
    <Sheet title={texts.autoTitle} isOpen={isOpen} onClose={onClose}>
      <p className="fieldLabel" aria-hidden="true">
        {texts.rounds}
      </p>
      <div className="choices" role="radiogroup" aria-label={texts.rounds}>
        {autoRounds.map((count) => (
          <label key={count} className="choice">
            <input
              type="radio"
              name="rounds"
              value={count}
              checked={auto.rounds === count}
              onChange={() => auto.change({ rounds: count })}
            />
            <span>{count === 0 ? texts.unlimited : count}</span>
          </label>
        ))}
      </div>
      <AmountField
        label={texts.stopProfit}
        text={auto.stopProfitText}
        isWrong={auto.isProfitLimitWrong}
        onType={(stopProfitText) => auto.change({ stopProfitText })}
      />
      <AmountField
        label={texts.stopLoss}
        text={auto.stopLossText}
        isWrong={auto.isLossLimitWrong}
        onType={(stopLossText) => auto.change({ stopLossText })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={auto.stopsAtFree}
          onChange={({ currentTarget }) => auto.change({ stopsAtFree: currentTarget.checked })}
        />
        <span>{texts.stopFree}</span>
      </label>
      <button
        type="button"
        className="wideButton"
        disabled={game.stake.error !== null || auto.isProfitLimitWrong || auto.isLossLimitWrong}
        onClick={() => {
          onClose()
          void game.startAuto()
        }}
      >
        {texts.start}
      </button>
    </Sheet>
  )
})

interface AmountFieldProps {
  label: string
  text: string
  isWrong: boolean
  onType: (text: string) => void
}

const AmountField = observer(function AmountField({ label, text, isWrong, onType }: AmountFieldProps) {
  const { game, texts } = useView()
  return (
    <label className="amountField">
      <span className="fieldLabel">{label}</span>
      <span className="field">
        <i>{game.language.symbol}</i>
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={isWrong || undefined}
          value={text}
          onChange={({ currentTarget }) => {
            // Written back at once: if the cleaned text is unchanged, nothing renders and the rejected characters would stay.
            currentTarget.value = sanitizeAmountInput(currentTarget.value)
            onType(currentTarget.value)
          }}
        />
      </span>
      <small className="fieldError" role="status">
        {isWrong && texts.errors.stakeInvalid}
      </small>
    </label>
  )
})
