import { useMemo } from 'react'
import { classes } from './classes.ts'
import styles from './QrCode.module.css'

export interface QrCodeProps {
  /** Rows of modules, true is dark. */
  matrix: readonly (readonly boolean[])[]
  /** Accessible name of the image. */
  label: string
  className?: string
}

/** A QR code as one SVG path on white, with the quiet zone of four modules that scanners need. */
export function QrCode({ matrix, label, className }: QrCodeProps) {
  const path = useMemo(() => qrPath(matrix), [matrix])
  const size = matrix.length + 8
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classes(styles.code, className)}
    >
      <path d={path} fill="#04110f" />
    </svg>
  )
}

/** The dark modules of each row as rectangles, in one path. */
function qrPath(matrix: readonly (readonly boolean[])[]): string {
  let path = ''
  matrix.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x++
      path += `M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`
    }
  })
  return path
}
