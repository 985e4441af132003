import { memo, type KeyboardEvent } from 'react'

/**
 * One tile of a field that is revealed tap by tap; its name goes on with its state once that is known.
 *
 * Drawn again only when it changes itself, and its texts come ready: a round may turn every tile, and 36 look-ups in
 * the dictionary are a late frame. What it hides is drawn by the style sheet from `data-state`: as elements, a field
 * full of drawings is too much for one frame.
 */
export const RevealTile = memo(function RevealTile(props: {
  className: string | undefined
  /** Its number on the field, which `onTap` gets. */
  at: number
  name: string
  state: string
  /** Undefined: nothing is known of it yet. */
  stateName: string | undefined
  isDisabled: boolean
  /** Chosen for automatic play; undefined where nothing is chosen. */
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

/** Arrows move between the tiles of a field, whose buttons are in the order of their numbers. */
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
