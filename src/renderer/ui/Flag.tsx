import br from '../assets/flags/br.svg?no-inline'
import cn from '../assets/flags/cn.svg?no-inline'
import id from '../assets/flags/id.svg?no-inline'
import jp from '../assets/flags/jp.svg?no-inline'
import kr from '../assets/flags/kr.svg?no-inline'
import ng from '../assets/flags/ng.svg?no-inline'
import ru from '../assets/flags/ru.svg?no-inline'
import us from '../assets/flags/us.svg?no-inline'
import vn from '../assets/flags/vn.svg?no-inline'
import { classes } from './classes.ts'
import styles from './Flag.module.css'

const urls = { br, cn, id, jp, kr, ng, ru, us, vn }

export type FlagCode = keyof typeof urls
export const flagCodes = Object.keys(urls) as FlagCode[]

export interface FlagProps {
  code: FlagCode
  /** Height; the width is 4/3 of it. Default m. */
  size?: 's' | 'm' | 'l'
  className?: string
}

/** A country's flag, lazily loaded. Decorative: the language's name is next to it. */
export function Flag({ code, size = 'm', className }: FlagProps) {
  return (
    <img
      src={urls[code]}
      alt=""
      width="24"
      height="18"
      loading="lazy"
      decoding="async"
      className={classes(styles.flag, styles[size], className)}
    />
  )
}
