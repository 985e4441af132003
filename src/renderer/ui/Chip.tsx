import { forwardRef, useEffect, useRef, type ButtonHTMLAttributes, type ReactNode } from 'react'
import { afterPaint } from './afterPaint.ts'
import { classes } from './classes.ts'
import styles from './Chip.module.css'
import { moveInTabs } from './moveInTabs.ts'
import { TextAlone } from './TextAlone.tsx'

export interface ChipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  selected?: boolean
  icon?: ReactNode
}

/** A toggle button with aria-pressed; with role="tab" it is a tab with aria-selected. */
export const Chip = forwardRef<HTMLButtonElement, ChipProps>(function Chip(
  { selected = false, icon, className, children, role, ...rest },
  ref,
) {
  const state =
    role === 'tab' || role === 'option' ? { 'aria-selected': selected } : { 'aria-pressed': selected }
  return (
    <button
      ref={ref}
      type="button"
      role={role}
      className={classes(styles.chip, selected && styles.selected, className)}
      {...state}
      {...rest}
    >
      {icon}
      <TextAlone>{children}</TextAlone>
    </button>
  )
})

export interface ChipRowProps {
  /** Accessible name of the group. */
  'aria-label': string
  /** `tablist` for chips with role="tab" (arrow keys then move), otherwise `group`. Default group. */
  role?: 'group' | 'tablist'
  className?: string | undefined
  children: ReactNode
}

function showSelected(row: HTMLElement): void {
  const chip = row.querySelector<HTMLElement>('[aria-pressed=true], [aria-selected=true]')
  if (!chip) return
  const outside =
    chip.offsetLeft < row.scrollLeft || chip.offsetLeft + chip.offsetWidth > row.scrollLeft + row.clientWidth
  if (outside) row.scrollTo({ left: chip.offsetLeft - 40, behavior: 'smooth' })
}

/** Chips in one row that scrolls sideways; the selected one stays in view. */
export function ChipRow({ role = 'group', className, children, ...rest }: ChipRowProps) {
  const row = useRef<HTMLDivElement>(null)
  // After the paint: reading sizes before it lays out the page once more.
  useEffect(() => afterPaint(() => row.current && showSelected(row.current)))
  return (
    <div
      ref={row}
      role={role}
      className={classes(styles.row, className)}
      onKeyDown={role === 'tablist' ? moveInTabs : undefined}
      {...rest}
    >
      {children}
    </div>
  )
}
