import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { formatNumberInput, parseNumberInput } from '#contract/amounts.ts'
import type { Language } from '#contract/languages.ts'
import { describedBy, FieldFrame, type FieldTexts } from './FieldFrame.tsx'
import { TextAlone } from './TextAlone.tsx'
import { classes } from './classes.ts'
import { IconButton } from './IconButton.tsx'
import styles from './NumberStepper.module.css'
import field from './TextField.module.css'

export interface NumberStepperProps extends FieldTexts {
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  /** Default 1. */
  step?: number
  /** Decimals, at most 2. Default 0. */
  decimals?: number
  /** Its separators are those of the field. */
  language: Pick<Language, 'locale'>
  decreaseLabel: string
  increaseLabel: string
  /** Numbers that one press chooses, shown where there is room for them. */
  presets?: readonly number[]
  /** Shown after the number, e.g. %. */
  unit?: ReactNode
  disabled?: boolean
  className?: string
}

/**
 * role=spinbutton with − and +. Any text can be typed: a number is applied at once if it is within the limits,
 * and clamped on Enter and on blur; what is no number, or could be two, changes nothing. Arrow keys step, Page keys step by ten, Home and End
 * jump to the limits.
 */
export function NumberStepper(props: NumberStepperProps) {
  const { label, hint, error, value, onChange, min, max, step = 1, decimals = 0, disabled, language } = props
  const { presets = [] } = props
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const round = (number: number) => Number(number.toFixed(decimals))
  const clamp = (number: number) => round(Math.min(max, Math.max(min, number)))
  const set = (number: number) => {
    setDraft(null)
    const next = clamp(number)
    if (next !== value) onChange(next)
  }
  const type = (text: string) => {
    setDraft(text)
    const number = parseNumberInput(text, language)
    if (number !== undefined && number >= min && number <= max && round(number) === number) onChange(number)
  }
  const commit = () => {
    const number = parseNumberInput(draft ?? '', language)
    if (number === undefined) setDraft(null)
    else set(number)
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const target: Record<string, number | undefined> = {
      ArrowUp: value + step,
      ArrowDown: value - step,
      PageUp: value + 10 * step,
      PageDown: value - 10 * step,
      Home: min,
      End: max,
    }
    if (event.key === 'Enter') commit()
    const number = target[event.key]
    if (number === undefined) return
    event.preventDefault()
    set(number)
  }
  return (
    <FieldFrame
      id={id}
      {...{ label, hint, error, disabled }}
      className={classes(presets.length > 0 && styles.withPresets, props.className)}
      suffix={
        <>
          <TextAlone>{props.unit}</TextAlone>
          {presets.length > 0 && (
            <span className={styles.presets}>
              {presets.map((preset) => (
                <button
                  key={preset}
                  type="button"
                  className={styles.preset}
                  aria-label={`${label}: ${formatNumberInput(preset, language)}`}
                  aria-pressed={preset === value}
                  disabled={disabled}
                  onClick={() => set(preset)}
                >
                  {formatNumberInput(preset, language)}
                </button>
              ))}
            </span>
          )}
          <IconButton
            variant="soft"
            aria-label={props.decreaseLabel}
            aria-controls={id}
            disabled={disabled || value <= min}
            onClick={() => set(value - step)}
          >
            <Minus aria-hidden />
          </IconButton>
          <IconButton
            variant="soft"
            aria-label={props.increaseLabel}
            aria-controls={id}
            disabled={disabled || value >= max}
            onClick={() => set(value + step)}
          >
            <Plus aria-hidden />
          </IconButton>
        </>
      }
    >
      <input
        id={id}
        role="spinbutton"
        inputMode={decimals > 0 ? 'decimal' : 'numeric'}
        autoComplete="off"
        className={`${field.input} ${field.numeric}`}
        value={draft ?? formatNumberInput(value, language)}
        disabled={disabled}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, error })}
        onChange={(event) => type(event.target.value)}
        onBlur={commit}
        onKeyDown={handleKey}
      />
    </FieldFrame>
  )
}
