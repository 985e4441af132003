import { useState, type ImgHTMLAttributes } from 'react'
import type { Game } from '#contract/http/game.ts'
import { gameArt, gameArtOf } from '../../../assets/gameArt.ts'
import { classes } from '../../../ui/classes.ts'
import styles from './GamePicture.module.css'
import { useStaggered } from './useStaggered.ts'

interface GamePictureProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'alt' | 'onError'> {
  game: Pick<Game, 'code' | 'picture'>
}

/**
 * The picture of a game. Where its provider has none, or the provider's does not come, it is our drawing, in a shade by the
 * game's code, so that a row of them is not one game many times.
 */
export function GamePicture({ game, className, ...image }: GamePictureProps) {
  const { code, picture } = game
  const [missing, setMissing] = useState<string | null>(null)
  const shown = picture === missing ? null : picture
  const src = useStaggered(shown ?? gameArtOf(code))
  const isGeneric = shown === null && gameArt[code] === undefined
  // An img without an address is no valid document; its room is held.
  if (src === undefined) return <span className={className} data-skeleton />
  return (
    <img
      decoding="async"
      {...image}
      alt=""
      src={src}
      className={classes(className, isGeneric && styles.generic)}
      data-shade={isGeneric ? shadeOf(code) : undefined}
      onError={() => setMissing(picture)}
    />
  )
}

function shadeOf(code: string): number {
  const sum = [...code].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return sum % 4
}
