import ChevronDown from 'lucide-react/icons/chevron-down'
import { forwardRef, useId, type ReactNode, type SelectHTMLAttributes } from 'react'
import { describedBy, FieldFrame, type FieldTexts } from './FieldFrame.tsx'
import styles from './Select.module.css'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

export interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'prefix'>, FieldTexts {
  options: readonly SelectOption[]
  prefix?: ReactNode
  className?: string
}

/** A native select (role combobox): on phones the system's own picker works best. */
export const Select = forwardRef<HTMLSelectElement, SelectProps>(function Select(
  { label, hint, error, prefix, options, className, id, ...select },
  ref,
) {
  const ownId = useId()
  const selectId = id ?? ownId
  return (
    <FieldFrame
      id={selectId}
      {...{ label, hint, error, prefix, className }}
      suffix={<ChevronDown aria-hidden className={styles.arrow} />}
      disabled={select.disabled}
    >
      <select
        ref={ref}
        id={selectId}
        className={styles.select}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(selectId, { hint, error })}
        {...select}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
})
