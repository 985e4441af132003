import Check from 'lucide-react/icons/check'
import { memo, useId, type ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './RadioCards.module.css'

export interface RadioCard<Value extends string> {
  value: Value
  /** First line; the accessible name begins with it. */
  title: ReactNode
  /** Second line. */
  note?: ReactNode
  /** Accessible name, when title and note do not read well. */
  'aria-label'?: string
  disabled?: boolean
  /** Looks unavailable, and its note, which says why, describes it; it can be chosen all the same. */
  unavailable?: boolean
}

export interface RadioCardsProps<Value extends string> {
  /** Accessible name of the group. */
  'aria-label': string
  options: readonly RadioCard<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  /** Cards per row. Default 3. */
  columns?: 1 | 2 | 3 | 4 | 5 | 6
  /** amber notes for bonuses, quiet notes otherwise. Default quiet. */
  noteTone?: 'quiet' | 'reward'
  /** compact: one low line (modes, colours); card: two lines. Default card. */
  size?: 'card' | 'compact'
  disabled?: boolean
  className?: string
}

/**
 * A radio group of cards. Native radio inputs cover the cards, so arrow keys, forms and screen readers work
 * as usual. With unchanged `options` and `onChange`, a choice renders only the two cards that it changes.
 */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { options, value, onChange, columns = 3, noteTone = 'quiet', size = 'card', disabled = false } = props
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={props['aria-label']}
      className={classes(styles.group, size === 'compact' && styles.compactGroup, props.className)}
      data-columns={columns}
    >
      {options.map((option) => (
        <Card
          key={option.value}
          option={option}
          name={name}
          checked={option.value === value}
          disabled={disabled}
          isCompact={size === 'compact'}
          isReward={noteTone === 'reward'}
          onChange={onChange}
        />
      ))}
    </div>
  )
}

interface CardProps<Value extends string> {
  option: RadioCard<Value>
  /** Of the group. */
  name: string
  checked: boolean
  disabled: boolean
  isCompact: boolean
  isReward: boolean
  onChange: (value: Value) => void
}

/** `memo` alone would lose the type parameter. */
const Card = memo(PlainCard) as typeof PlainCard

function PlainCard<Value extends string>(props: CardProps<Value>) {
  const { option, name, checked, disabled, isCompact, isReward, onChange } = props
  return (
    <label className={classes(styles.card, isCompact && styles.compact)}>
      <input
        type="radio"
        className={styles.input}
        name={name}
        value={option.value}
        checked={checked}
        disabled={disabled || option.disabled}
        aria-label={option['aria-label']}
        aria-describedby={option.unavailable ? `${name}-${option.value}` : undefined}
        onChange={() => onChange(option.value)}
      />
      <span className={classes(styles.face, option.unavailable && styles.unavailable)}>
        <span className={styles.title}>{option.title}</span>
        {option.note !== undefined && (
          <>
            {' '}
            <span
              id={`${name}-${option.value}`}
              className={classes(styles.note, isReward && !option.unavailable && styles.reward)}
            >
              {option.note}
            </span>
          </>
        )}
        <span className={styles.tick} aria-hidden>
          <Check strokeWidth={4} />
        </span>
      </span>
    </label>
  )
}
