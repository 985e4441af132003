import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link } from 'react-router-dom'
import { classes } from '#renderer/ui/classes.ts'
import { TextAlone } from '#renderer/ui/TextAlone.tsx'
import styles from './Button.module.css'

export type ButtonTone = 'primary' | 'quiet' | 'plain' | 'danger'

interface Look {
  tone?: ButtonTone
  icon?: LucideIcon
  isLarge?: boolean
  isWide?: boolean
}

export interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  children: ReactNode
  /** Shows that the press is being carried out; further presses do nothing. */
  isBusy?: boolean
  /** The key that does the same, shown inside. */
  shortcut?: string
  ref?: Ref<HTMLButtonElement>
}

export function Button({
  tone = 'quiet',
  icon,
  isLarge,
  isWide,
  isBusy = false,
  shortcut,
  children,
  disabled,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  const Icon = isBusy ? LoaderCircle : icon
  return (
    <button
      {...rest}
      type={type}
      disabled={(disabled ?? false) || isBusy}
      aria-busy={isBusy || undefined}
      className={classes(
        styles.button,
        styles[tone],
        isLarge && styles.large,
        isWide && styles.wide,
        isBusy && styles.busy,
        className,
      )}
    >
      {Icon && <Icon aria-hidden />}
      <TextAlone>{children}</TextAlone>
      {shortcut && <kbd aria-hidden>{shortcut}</kbd>}
    </button>
  )
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  icon: LucideIcon
  /** Its name for screen readers, and its hint under the pointer. */
  label: string
  tone?: ButtonTone
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({ icon: Icon, label, tone = 'plain', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classes(styles.button, styles[tone], styles.icon, className)}
    >
      <Icon aria-hidden />
    </button>
  )
}

export interface ButtonLinkProps extends Look {
  to: string
  children: ReactNode
}

/** Looks like a button and opens a page of the office. */
export function ButtonLink({ to, tone = 'quiet', icon: Icon, isLarge, children }: ButtonLinkProps) {
  return (
    <Link to={to} className={classes(styles.button, styles[tone], isLarge && styles.large)}>
      {Icon && <Icon aria-hidden />}
      <TextAlone>{children}</TextAlone>
    </Link>
  )
}

/** Looks like a button and saves a file from the server. */
export function FileLink({
  address,
  icon: Icon,
  children,
}: {
  address: string
  icon?: LucideIcon
  children: ReactNode
}) {
  return (
    <a href={address} download className={classes(styles.button, styles.quiet)}>
      {Icon && <Icon aria-hidden />}
      <TextAlone>{children}</TextAlone>
    </a>
  )
}
