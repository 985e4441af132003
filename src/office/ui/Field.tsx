import {
  useId,
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'
import { classes } from '#renderer/ui/classes.ts'
import styles from './Field.module.css'

interface FieldParts {
  label: string
  hint?: string
  /** Of the check here, or the server's message for this field. */
  error?: string
}

type Props = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

function Frame({ label, hint, error, children }: FieldParts & { children: (props: Props) => ReactNode }) {
  const id = useId()
  const [hintId, errorId] = [`${id}h`, `${id}e`]
  const describedBy = [...(error === undefined ? [] : [errorId]), ...(hint === undefined ? [] : [hintId])]
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': describedBy.length === 0 ? undefined : describedBy.join(' '),
      })}
      {error !== undefined && (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

export interface TextFieldProps
  extends FieldParts, Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  value: string
  onChange: (value: string) => void
  isLarge?: boolean
  /** Six digits, wide apart. */
  isCode?: boolean
}

export function TextField({ label, hint, error, value, onChange, isLarge, isCode, ...rest }: TextFieldProps) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(props) => (
        <input
          {...rest}
          {...props}
          className={classes(styles.control, isLarge && styles.large, isCode && styles.code)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Frame>
  )
}

export interface TextAreaProps
  extends FieldParts, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'> {
  value: string
  onChange: (value: string) => void
}

export function TextArea({ label, hint, error, value, onChange, ...rest }: TextAreaProps) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(props) => (
        <textarea
          {...rest}
          {...props}
          className={styles.control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Frame>
  )
}

export interface Choice {
  value: string
  label: string
}

export interface SelectFieldProps
  extends FieldParts, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> {
  value: string
  choices: readonly Choice[]
  onChange: (value: string) => void
}

export function SelectField({ label, hint, error, value, choices, onChange, ...rest }: SelectFieldProps) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(props) => (
        <select
          {...rest}
          {...props}
          className={styles.control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Frame>
  )
}

export interface CheckFieldProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

export function CheckField({ label, isOn, onChange }: CheckFieldProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  )
}

export interface CheckGroupProps extends FieldParts {
  name: string
  /** The chosen values, with commas between them. */
  value: string
  choices: readonly Choice[]
  onChange: (value: string) => void
}

/** Some of several choices. */
export function CheckGroup({ name, label, hint, error, value, choices, onChange }: CheckGroupProps) {
  const id = useId()
  const chosen = value === '' ? [] : value.split(',')
  const toggle = (each: string, isOn: boolean) =>
    onChange(
      choices
        .map((choice) => choice.value)
        .filter((one) => (one === each ? isOn : chosen.includes(one)))
        .join(','),
    )
  const note = error ?? hint
  return (
    <fieldset name={name} className={styles.group} aria-describedby={note === undefined ? undefined : id}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.checks}>
        {choices.map((choice) => (
          <CheckField
            key={choice.value}
            label={choice.label}
            isOn={chosen.includes(choice.value)}
            onChange={(isOn) => toggle(choice.value, isOn)}
          />
        ))}
      </div>
      {note !== undefined && (
        <p
          id={id}
          className={error === undefined ? styles.hint : styles.error}
          role={error ? 'alert' : undefined}
        >
          {note}
        </p>
      )}
    </fieldset>
  )
}

/** Fields below each other; Enter sends it. */
export function Form({ id, onSubmit, children }: { id?: string; onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      id={id}
      noValidate
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}
