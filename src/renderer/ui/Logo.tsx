import { label, wordmark } from '#brand/logo.json' with { type: 'json' }
import { classes } from './classes.ts'
import styles from './Logo.module.css'
import { LogoMark } from './LogoMark.tsx'

export interface LogoProps {
  size?: 's' | 'm' | 'l'
  className?: string
}

/** Mark and wordmark of the brand; screen readers get the name once. */
export function Logo({ size = 'm', className }: LogoProps) {
  return (
    <span className={classes(styles.logo, styles[size], className)} role="img" aria-label={label}>
      <LogoMark className={styles.mark} />
      <svg
        viewBox={wordmark.viewBox}
        className={styles.wordmark}
        aria-hidden
        dangerouslySetInnerHTML={{ __html: wordmark.svg }}
      />
    </span>
  )
}
