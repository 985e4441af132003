import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './SegmentedTabs.module.css'

export interface SegmentedButtonsProps<Value extends string> {
  /** Accessible name of the group. */
  'aria-label': string
  options: readonly { value: Value; label: ReactNode; disabled?: boolean | undefined }[]
  value: Value
  onChange: (value: Value) => void
  className?: string | undefined
}

/** Two to five equal buttons of which one is pressed. Unlike tabs, they have no panel of their own. */
export function SegmentedButtons<Value extends string>(props: SegmentedButtonsProps<Value>) {
  const { options, value, onChange, className } = props
  return (
    <div role="group" aria-label={props['aria-label']} className={classes(styles.list, className)}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          disabled={option.disabled}
          className={styles.tab}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
