const bytesPerPixel = 4
/** Every so many pixels are looked at: not a divisor of usual widths, so that they are spread over the picture. */
const step = 7
/** No page of ours has any large area of pure black. */
const blackShare = 0.1

/** False when more than a tenth of a picture is black: parts of the page are missing. `bitmap`: four bytes per pixel. */
export function isMostlyDrawn(bitmap: Uint8Array): boolean {
  let black = 0
  let pixels = 0
  for (let at = 0; at + bytesPerPixel <= bitmap.length; at += step * bytesPerPixel) {
    pixels++
    if (bitmap[at] === 0 && bitmap[at + 1] === 0 && bitmap[at + 2] === 0) black++
  }
  return black <= pixels * blackShare
}
