import { observer } from 'mobx-react-lite'
import { useMemo, useState } from 'react'
import { useStores } from '../../stores/useStores.ts'
import type { FieldTexts } from '../../ui/FieldFrame.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { dateMaskOf, maskDate, readDate, showDate } from './dateMask.ts'

interface DateFieldProps extends FieldTexts {
  autoComplete?: string
  /** YYYY-MM-DD; '' for none. */
  value: string
  /** '' while what is typed is no date. */
  onChange: (value: string) => void
}

/**
 * A date. A terminal has no picker that a finger can use, and its keyboard on the screen types into text fields only: there the
 * digits are typed, as the language writes dates.
 */
export const DateField = observer(function DateField({ value, onChange, ...field }: DateFieldProps) {
  const { host, language } = useStores()
  const { locale } = language.selected
  const mask = useMemo(() => dateMaskOf(locale), [locale])
  const [typed, setTyped] = useState(() => showDate(value, mask))
  if (!host.kiosk)
    return (
      <TextField
        {...field}
        type="date"
        max="9999-12-31"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  return (
    <TextField
      {...field}
      inputMode="numeric"
      placeholder={showDate('1990-12-31', mask)}
      value={typed}
      onChange={({ target }) => {
        const next = maskDate(target.value, mask)
        setTyped(next)
        onChange(readDate(next, mask))
      }}
    />
  )
})
