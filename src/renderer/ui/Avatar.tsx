import styles from './Avatar.module.css'
import { classes } from './classes.ts'

export interface AvatarProps {
  /** 0-35 (spec §3 header). */
  index: number
  /** s 36, m 52, l 76 design pixels. Default s. */
  size?: 's' | 'm' | 'l'
  className?: string
}

/** One player's picture, a small file of its own (scripts/avatars.mjs). Decoration: a name stands beside it. */
export function Avatar({ index, size = 's', className }: AvatarProps) {
  return (
    <img
      src={`${import.meta.env.BASE_URL}avatars/${index}.svg`}
      alt=""
      width="96"
      height="96"
      decoding="async"
      className={classes(styles.avatar, styles[size], className)}
    />
  )
}
