import { memo, type KeyboardEvent } from 'react'

/**
 * One tile of a field that is revealed tap by tap; its accessible name gains the state once that is known.
 *
 * Renders only when its own props change, and gets its texts ready-made: a round may turn every tile, and 36 dictionary
 * look-ups cost a frame. The style sheet draws what the tile hides from `data-state`, because a field full of elements
 * takes longer than one frame.
 */
export const RevealTile = memo(function RevealTile(props: {
  className: string | undefined
  /** The tile's number on the field, passed to `onTap`. */
  at: number
  name: string
  state: string
  /** Undefined while the tile is closed. */
  stateName: string | undefined
  isDisabled: boolean
  /** Selected for automatic play; undefined where tiles cannot be selected. */
  isPressed: boolean | undefined
  onTap: (at: number) => void
}) {
  const { at, name, stateName, onTap } = props
  return (
    <button
      type="button"
      className={props.className}
      data-state={props.state}
      aria-label={stateName === undefined ? name : `${name}, ${stateName}`}
      aria-disabled={props.isDisabled}
      aria-pressed={props.isPressed}
      onClick={() => onTap(at)}
    />
  )
})

/** Arrow keys move between the tiles of a field; its buttons are in the order of their numbers. */
export function moveBetweenTiles(
  event: KeyboardEvent<HTMLElement>,
  steps: Readonly<Record<string, number>>,
): void {
  const step = steps[event.key]
  const tiles = [...event.currentTarget.querySelectorAll('button')]
  const index = tiles.indexOf(event.target as HTMLButtonElement)
  if (step === undefined || index === -1) return
  event.preventDefault()
  tiles[index + step]?.focus()
}
