import type { HTMLAttributes, ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Card.module.css'

export interface CardProps extends HTMLAttributes<HTMLElement> {
  /** Element to render. Default div. */
  as?: 'div' | 'section' | 'article' | 'li' | 'aside'
  /** plain: surface; sunken: inside a sheet; reward: amber tint; action: green tint; danger: red tint. */
  tone?: 'plain' | 'sunken' | 'reward' | 'action' | 'danger'
  /** Inner space. Default m. */
  padding?: 'none' | 's' | 'm' | 'l'
  children: ReactNode
}

/** A surface raised one level above the page. */
export function Card({
  as: Element = 'div',
  tone = 'plain',
  padding = 'm',
  className,
  children,
  ...rest
}: CardProps) {
  return (
    <Element className={classes(styles.card, styles[tone], styles[`p-${padding}`], className)} {...rest}>
      {children}
    </Element>
  )
}
