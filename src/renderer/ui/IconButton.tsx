import { forwardRef, type ButtonHTMLAttributes, type ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './IconButton.module.css'
import { Spinner } from './Spinner.tsx'

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  /** The accessible name. */
  'aria-label': string
  /** plain: icon only; soft: on a surface; primary: green. Default plain. */
  variant?: 'plain' | 'soft' | 'primary'
  /** A lucide icon. */
  children: ReactNode
  /** Replaces the icon by a spinner and ignores presses. */
  loading?: boolean
  /**
   * A small red dot with a number, or only the dot for `true`. The accessible name must mention it as well.
   */
  badge?: number | boolean
}

/** A square button of at least 44 px that shows only an icon. */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { variant = 'plain', loading = false, badge, className, children, onClick, type, ...rest },
  ref,
) {
  return (
    <button
      ref={ref}
      type={type ?? 'button'}
      className={classes(styles.button, styles[variant], className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={loading ? undefined : onClick}
      {...rest}
    >
      {loading ? <Spinner /> : children}
      {badge ? (
        <span className={classes(styles.badge, typeof badge === 'number' && styles.count)} aria-hidden>
          {typeof badge === 'number' ? (badge > 99 ? '99+' : badge) : null}
        </span>
      ) : null}
    </button>
  )
})
