/** A picture that a browser may show: what it is made of, and nothing else. */
export interface PlainJpeg {
  bytes: Buffer
  width: number
  height: number
}

const marker = {
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  tables: new Set([0xdb, 0xc4, 0xdd]),
  /** JFIF and Adobe say how colours are to be read. */
  colours: new Set([0xe0, 0xee]),
  /** Baseline, extended and progressive: what browsers show. */
  frames: new Set([0xc0, 0xc1, 0xc2]),
} as const

/**
 * Reads the segments of a JPEG and returns it without those that a picture does not need: where and with which device it was
 * taken, previews, comments, and whatever follows its end. Undefined for anything that is no whole JPEG. Its pixels are not
 * decoded.
 */
export function plainJpeg(bytes: Buffer): PlainJpeg | undefined {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== marker.start) return undefined
  const parts: Buffer[] = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  let hasScan = false
  let at = 2
  while (at + 1 < bytes.length) {
    const start = at
    if (bytes[at] !== 0xff) return undefined
    while (bytes[at] === 0xff) at++
    const code = bytes[at]
    at++
    if (code === undefined || code === 0) return undefined
    if (code === marker.end) {
      if (!size || !hasScan) return undefined
      parts.push(Buffer.from([0xff, marker.end]))
      return { bytes: Buffer.concat(parts), ...size }
    }
    if (at + 2 > bytes.length) return undefined
    const length = bytes.readUInt16BE(at)
    const end = at + length
    if (length < 2 || end > bytes.length) return undefined
    if (marker.frames.has(code)) {
      if (size || length < 8) return undefined
      size = { height: bytes.readUInt16BE(at + 3), width: bytes.readUInt16BE(at + 5) }
    } else if (code === marker.scan) {
      if (!size) return undefined
      hasScan = true
      const last = endOfScan(bytes, end)
      parts.push(bytes.subarray(start, last))
      at = last
      continue
    } else if (!marker.tables.has(code) && !marker.colours.has(code)) {
      // Metadata is left out; another kind of frame is a picture that not every browser shows.
      if (code < 0xe0) return undefined
      at = end
      continue
    }
    parts.push(bytes.subarray(start, end))
    at = end
  }
  return undefined
}

/** Where the coded pixels end: at a marker that is neither an escaped byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = from
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at === -1) return bytes.length
    const next = bytes[at + 1]
    if (next !== 0 && next !== 0xff && !(next !== undefined && next >= 0xd0 && next <= 0xd7)) return at
    at += next === 0xff ? 1 : 2
  }
}
