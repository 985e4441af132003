import { forwardRef, type ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { buttonClasses, type ButtonLook } from './Button.tsx'
import buttonStyles from './Button.module.css'
import { classes } from './classes.ts'
import styles from './LinkButton.module.css'
import { TextAlone } from './TextAlone.tsx'

export interface LinkButtonProps extends LinkProps, Omit<ButtonLook, 'variant'> {
  /** text: an inline link without underline; the others look like {@link Button}. Default text. */
  variant?: ButtonLook['variant'] | 'text'
  children?: ReactNode
}

/** A router link that looks like a button, or like a text link. */
export const LinkButton = forwardRef<HTMLAnchorElement, LinkButtonProps>(function LinkButton(
  { variant = 'text', size, full, icon, iconEnd, className, children, ...rest },
  ref,
) {
  const look = variant === 'text' ? styles.text : buttonClasses({ variant, size, full })
  return (
    <Link ref={ref} className={classes(look, className)} {...rest}>
      <span className={variant === 'text' ? styles.content : buttonStyles.content}>
        {icon && <span className={buttonStyles.icon}>{icon}</span>}
        <TextAlone>{children}</TextAlone>
        {iconEnd && <span className={buttonStyles.icon}>{iconEnd}</span>}
      </span>
    </Link>
  )
})
