import { REELS, ROWS } from '#contract/games/slots.ts'
import { lineColour } from '../reels/BoardPainter.ts'

const reels = Array.from({ length: REELS }, (_, reel) => reel)
const rowsOfBoard = Array.from({ length: ROWS }, (_, row) => row)

/** A small board with the places of one line; `rows` has the row of each reel, 0 at the top. */
export function LinePicture({ rows, line }: { rows: readonly number[]; line: number }) {
  return (
    <svg viewBox={`0 0 ${REELS * 10} ${ROWS * 10}`} aria-hidden="true">
      {reels.flatMap((reel) =>
        rowsOfBoard.map((row) => (
          <rect
            key={`${reel} ${row}`}
            x={reel * 10 + 1}
            y={row * 10 + 1}
            width={8}
            height={8}
            rx={2}
            fill={rows[reel] === row ? lineColour(line) : 'rgb(255 255 255 / 14%)'}
          />
        )),
      )}
    </svg>
  )
}
