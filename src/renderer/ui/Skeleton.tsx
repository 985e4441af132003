import type { CSSProperties } from 'react'
import { classes } from './classes.ts'
import styles from './Skeleton.module.css'

export interface SkeletonProps {
  /** CSS lengths; default: full width, one line of text high. */
  width?: string
  height?: string
  radius?: 's' | 'm' | 'l' | 'full'
  className?: string
  style?: CSSProperties
}

/** A pulsing placeholder of the final size. Put `aria-busy` on the list that is loading. */
export function Skeleton({ width, height, radius = 's', className, style }: SkeletonProps) {
  return (
    <span
      aria-hidden
      data-skeleton
      className={classes(styles.skeleton, styles[radius], className)}
      style={{ width, height, ...style }}
    />
  )
}
