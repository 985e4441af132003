import {
  createContext,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
} from 'react'
import { FormValues } from '../FormValues.ts'
import { usePage } from './Page.ts'
import { useAction, type Outcome } from './useAction.ts'
import type { Watched } from './useWatched.ts'

/** The outcome of the form around a field. */
const FormOutcome = createContext<Outcome | undefined>(undefined)

export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="section">
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  )
}

interface FieldParts {
  name: string
  label: string
  hint?: string
  /** Needs the room of two fields. */
  isWide?: boolean
}

type ControlProps = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

function Field({
  name,
  label,
  hint,
  isWide,
  children,
}: FieldParts & { children: (props: ControlProps) => ReactNode }) {
  const id = useId()
  const outcome = useContext(FormOutcome)
  const error = outcome?.hasFailed && outcome.field === name ? outcome.text : undefined
  const note = error ?? hint
  return (
    <div className={isWide ? 'field wide' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': note === undefined ? undefined : `${id}n`,
      })}
      {note !== undefined && (
        <p id={`${id}n`} className={error === undefined ? 'hint' : 'error'}>
          {note}
        </p>
      )}
    </div>
  )
}

export function TextField({
  name,
  label,
  hint,
  isWide,
  ...input
}: FieldParts & Omit<InputHTMLAttributes<HTMLInputElement>, 'name'>) {
  return (
    <Field {...{ name, label, hint, isWide }}>
      {(props) => <input autoComplete="off" spellCheck={false} {...input} name={name} {...props} />}
    </Field>
  )
}

/** Of one of the newest players, or any other. */
export function PlayerField(props: Omit<FieldParts, 'name'> & { name?: string; required?: boolean }) {
  return <TextField name="username" type="text" inputMode="email" list="newest-players" {...props} />
}

export interface Choice {
  value: string
  label: string
}

export function SelectField({
  name,
  label,
  hint,
  choices,
  ...select
}: FieldParts & { choices: readonly Choice[] } & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'name'>) {
  return (
    <Field {...{ name, label, hint }}>
      {(props) => (
        <select {...select} name={name} {...props}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Yes, no, or as it is; `unset` is another word for that. */
export function FlagField({ unset, ...props }: FieldParts & { unset?: string }) {
  const { texts } = usePage()
  return (
    <SelectField
      {...props}
      choices={[
        { value: '', label: unset ?? texts.asItIs },
        { value: 'yes', label: texts.yes },
        { value: 'no', label: texts.no },
      ]}
    />
  )
}

export function CheckField({ name, label }: FieldParts) {
  return (
    <label className="check">
      <input type="checkbox" name={name} value="on" />
      <span>{label}</span>
    </label>
  )
}

interface ActionFormProps {
  /** The form's name for a screen reader, where the heading above it does not say it. */
  label?: string
  submit: string
  /** Whether what it does cannot be undone. */
  isDanger?: boolean
  /** Returns the text that says what was done. */
  onSubmit: (values: FormValues) => Promise<string>
  /** Whether the fields are emptied afterwards. */
  isEmptied?: boolean
  /** More buttons beside the one that sends. */
  buttons?: ReactNode
  children: ReactNode
}

/** A form whose fields are read by their names. A field that is refused gets the message and the focus. */
export function ActionForm({
  label,
  submit,
  isDanger,
  onSubmit,
  isEmptied,
  buttons,
  children,
}: ActionFormProps) {
  const { language } = usePage()
  const { run, isRunning, outcome } = useAction()
  const ref = useRef<HTMLFormElement>(null)
  const [isAtField, setAtField] = useState(false)
  useEffect(() => {
    const wrong = outcome?.field === undefined ? null : ref.current?.elements.namedItem(outcome.field)
    setAtField(wrong instanceof HTMLElement)
    if (!(wrong instanceof HTMLElement)) return
    wrong.closest('details')?.setAttribute('open', '')
    wrong.focus()
  }, [outcome])
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    run(async () => {
      const done = await onSubmit(FormValues.of(form, language))
      if (isEmptied) form.reset()
      return done
    })
  }
  return (
    <form ref={ref} aria-label={label} noValidate onSubmit={send}>
      <FormOutcome.Provider value={outcome}>{children}</FormOutcome.Provider>
      <div className="row">
        <button className={isDanger ? 'danger' : 'primary'} aria-disabled={isRunning || undefined}>
          {submit}
        </button>
        {buttons}
      </div>
      <OutcomeLine outcome={isAtField ? undefined : outcome} />
    </form>
  )
}

/** Says how an action ended; always there, so that a screen reader hears it change. */
export function OutcomeLine({ outcome }: { outcome: Outcome | undefined }) {
  const isGood = outcome !== undefined && !outcome.hasFailed
  return (
    <>
      <p role="status" className="done">
        {isGood ? outcome.text : ''}
      </p>
      <p role="alert" className="error">
        {outcome?.hasFailed ? outcome.text : ''}
      </p>
    </>
  )
}

interface ListProps<Item> {
  watched: Watched<Item[]>
  /** What stands there when there is nothing. */
  empty: string
  label: string
  children: (item: Item) => ReactNode
  keyOf: (item: Item) => string
}

/** A list that is watched, also before it came, while the server is silent, and when it is empty. */
export function WatchedList<Item>({ watched, empty, label, children, keyOf }: ListProps<Item>) {
  const { texts } = usePage()
  const { data, error } = watched
  return (
    <>
      {error && <p className="error">{error.message || texts.noResponse}</p>}
      {!data && !error && <p className="hint">{texts.loading}</p>}
      {data?.length === 0 && <p className="hint">{empty}</p>}
      {data && data.length > 0 && (
        <ul className="list" aria-label={label} tabIndex={0}>
          {data.map((item) => (
            <li key={keyOf(item)}>{children(item)}</li>
          ))}
        </ul>
      )}
    </>
  )
}
