import styles from './Avatar.module.css'
import { classes } from './classes.ts'

export interface AvatarProps {
  /** 0 to 35; null for somebody who is not shown. */
  index: number | null
  /** s 36, m 52, l 76 design pixels. Default s. */
  size?: 's' | 'm' | 'l'
  className?: string
}

/** A player's picture, one small file each (scripts/avatars.mjs). Decorative: a name is next to it. */
export function Avatar({ index, size = 's', className: given }: AvatarProps) {
  const className = classes(styles.avatar, styles[size], given)
  if (index === null) return <span className={classes(className, styles.nobody)} aria-hidden />
  return (
    <img
      // Another picture is another element: it has not failed.
      key={index}
      src={`${import.meta.env.BASE_URL}avatars/${index}.svg`}
      alt=""
      width="96"
      height="96"
      decoding="async"
      className={className}
      // Without a network: its surface, not the browser's picture of a picture.
      onError={({ currentTarget }) => (currentTarget.dataset['failed'] = '')}
    />
  )
}
