import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '#contract/moneyTexts.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { useHouseHas } from '../../data/context.ts'
import { OfficeError } from '../../data/OfficeError.ts'
import { Button } from '../Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../Dialog.tsx'
import { CheckGroup, Form, SelectField, TextArea, TextField } from '../Field.tsx'
import { Alert } from '../Alert.tsx'
import { problemOf, toRequestValues } from './actionValues.ts'
import { amountText, numberText } from './amounts.ts'
import type { Action, ActionField, ActionValues } from './action.ts'

interface Props<Row> {
  action: Action<Row>
  label: string
  /** What it is done to. */
  subject: string
  first: Row
  count: number
  /** The answer to an earlier sending was lost: it may have been done. */
  isLost: boolean
  onSubmit: (values: ActionValues) => Promise<void>
  onClose: () => void
}

const reasonField: ActionField = { name: 'reason', label: 'actions.reason', kind: 'longText' }
const formId = 'action-form'

/** Asks what an action needs to know. The server's messages stand at their fields, and what was typed stays. */
export function ActionDialog<Row>(props: Props<Row>) {
  const { action, label, subject, first, count, isLost, onSubmit, onClose } = props
  const { t } = useTranslation()
  const has = useHouseHas()
  const fields = [...(action.fields ?? []), ...(action.reason === 'none' ? [] : [reasonField])].map(
    (field): ActionField =>
      field.choices
        ? { ...field, choices: field.choices.filter(({ needs }) => has(needs && [needs])) }
        : field,
  )
  const [values, setValues] = useState<Record<string, string>>(() => ({
    ...Object.fromEntries(
      fields.map((field) => [
        field.name,
        field.kind === 'several' || field.isUnset ? '' : (field.choices?.[0]?.value ?? ''),
      ]),
    ),
    ...(count === 1 ? writtenOf(fields, action.first?.(first) ?? {}) : {}),
  }))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isWritten, setWritten] = useState(false)

  const change = (name: string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([each]) => each !== name)))
    setWritten(true)
  }
  const close = () => {
    // What is shown once would be answered to nobody.
    if (!isBusy || !action.result) onClose()
  }

  const submit = async () => {
    if (isBusy) return
    const wrong = Object.fromEntries(
      fields.flatMap((field) => {
        const key = problemOf(field, values[field.name] ?? '')
        return key ? [[field.name, t(key)]] : []
      }),
    )
    setErrors(wrong)
    setFailure(undefined)
    const [firstWrong] = Object.keys(wrong)
    if (firstWrong !== undefined) return focusField(firstWrong)
    setBusy(true)
    try {
      await onSubmit(toRequestValues(fields, values))
      onClose()
    } catch (error) {
      const known = error instanceof OfficeError ? error.fields : {}
      setErrors(known)
      const wrongField = fields.find(({ name }) => known[name] !== undefined)
      // In a long form the field may be out of sight.
      if (wrongField) focusField(wrongField.name)
      else
        setFailure(
          [error instanceof Error ? error.message : String(error), ...Object.values(known)].join(' '),
        )
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title={subject === '' ? label : `${label}: ${subject}`} isWritten={isWritten} onClose={close}>
      <DialogBody>
        <Form id={formId} onSubmit={() => void submit()}>
          {action.explain && <p>{t(action.explain)}</p>}
          {failure !== undefined && <Alert tone="bad">{failure}</Alert>}
          {isLost && !isBusy && <Alert tone="warn">{t('actions.mayBeDone')}</Alert>}
          {fields.map((field) => (
            <ActionInput
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              error={errors[field.name]}
              onChange={(value) => change(field.name, value)}
              onSend={() => void submit()}
            />
          ))}
        </Form>
      </DialogBody>
      <DialogFoot>
        <Button disabled={isBusy && action.result !== undefined} onClick={close}>
          {t('actions.cancel')}
        </Button>
        <Button
          type="submit"
          form={formId}
          tone={action.isDanger ? 'danger' : 'primary'}
          icon={action.icon}
          isBusy={isBusy}
        >
          {label}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

interface InputProps {
  field: ActionField
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onSend: () => void
}

function ActionInput({ field, value, error, onChange, onSend }: InputProps) {
  const { t } = useTranslation()
  const { house } = useLanguage()
  const { kind = 'text', hint: said } = field
  const hint =
    typeof said === 'object' ? t(said.key, { amount: formatMoney(said.amount, house) }) : said && t(said)
  const shared = {
    name: field.name,
    label: field.isOptional ? `${t(field.label)} (${t('actions.optional')})` : t(field.label),
    value,
    onChange,
    ...(error === undefined ? {} : { error }),
    ...(hint === undefined ? {} : { hint }),
  }
  const given = (field.choices ?? []).map((choice) => ({ value: choice.value, label: t(choice.label) }))
  const choices =
    field.isUnset && value === '' ? [{ value: '', label: t('actions.choose') }, ...given] : given
  if (kind === 'several') return <CheckGroup {...shared} choices={choices} />
  if (kind === 'select') return <SelectField {...shared} choices={choices} />
  if (kind === 'longText')
    return (
      <TextArea
        {...shared}
        rows={3}
        maxLength={500}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          onSend()
        }}
      />
    )
  return (
    <TextField
      {...shared}
      // A field of type `number` has no value while it holds what the browser cannot read.
      type={kind === 'money' || kind === 'number' ? 'text' : kind === 'dateTime' ? 'datetime-local' : kind}
      max={kind === 'date' ? '9999-12-31' : kind === 'dateTime' ? '9999-12-31T23:59' : undefined}
      {...(kind === 'number' ? { inputMode: 'decimal' as const } : {})}
      {...(kind === 'money' ? { inputMode: 'decimal' as const, placeholder: amountText(0) } : {})}
      autoComplete="off"
    />
  )
}

/** Numbers as they are typed in the reader's language. */
function writtenOf(fields: readonly ActionField[], values: Record<string, string>): Record<string, string> {
  const numbers = new Set(fields.filter(({ kind }) => kind === 'number').map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, numbers.has(name) ? numberText(value) : value]),
  )
}

function focusField(name: string): void {
  document
    .getElementById(formId)
    ?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)
    ?.focus()
}
