import { forwardRef, type ButtonHTMLAttributes, type MouseEvent, type ReactNode } from 'react'
import styles from './Button.module.css'
import { classes } from './classes.ts'
import { Spinner } from './Spinner.tsx'
import { TextAlone } from './TextAlone.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'reward'
export type ButtonSize = 's' | 'm' | 'l'

export interface ButtonLook {
  /** primary: the one action of a view (green); reward: claim (amber). Default secondary. */
  variant?: ButtonVariant
  size?: ButtonSize
  /** As wide as its container. */
  full?: boolean
  /** Before the text, 1.25 times as high as it. */
  icon?: ReactNode
  /** After the text. */
  iconEnd?: ReactNode
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  /** Shows a spinner at the same size and ignores presses; focus and name stay. */
  loading?: boolean
}

/** The classes of a button's look, for links that look like one. */
export function buttonClasses({ variant = 'secondary', size = 'm', full }: ButtonLook): string {
  return classes(styles.button, styles[variant], styles[size], full && styles.full)
}

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, size, full, icon, iconEnd, loading = false, className, children, onClick, type, ...rest },
  ref,
) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      ref={ref}
      type={type ?? 'button'}
      className={classes(buttonClasses({ variant, size, full }), loading && styles.loading, className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={press}
      {...rest}
    >
      <span className={styles.content}>
        {icon && <span className={styles.icon}>{icon}</span>}
        <TextAlone>{children}</TextAlone>
        {iconEnd && <span className={styles.icon}>{iconEnd}</span>}
      </span>
      {loading && (
        <span className={styles.spinner}>
          <Spinner size={size === 's' ? 's' : 'm'} />
        </span>
      )}
    </button>
  )
})
