import { largestPicture, pictureSides } from '#contract/rules/identityPictures.ts'

/** Longer sides make files that nobody needs to read a document. */
const longestSide = 1_600
const qualities = [0.9, 0.8, 0.7, 0.6, 0.5]
const jpegStart = 'data:image/jpeg;base64,'

export type EncodedPicture = { image: string } | { problem: 'tooSmall' | 'failed' }

/**
 * Draws a picture again and returns it as base64 of a JPEG that the server takes: smaller, without where and with which device
 * it was taken.
 */
export function encodePicture(source: CanvasImageSource, width: number, height: number): EncodedPicture {
  if (Math.min(width, height) < pictureSides.shortest) return { problem: 'tooSmall' }
  const scale = Math.min(1, longestSide / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(Math.round(width * scale), pictureSides.shortest)
  canvas.height = Math.max(Math.round(height * scale), pictureSides.shortest)
  const context = canvas.getContext('2d')
  if (!context) return { problem: 'failed' }
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  for (const quality of qualities) {
    const url = canvas.toDataURL('image/jpeg', quality)
    // Another format: the browser makes no JPEG.
    if (!url.startsWith(jpegStart)) break
    const image = url.slice(jpegStart.length)
    if ((image.length * 3) / 4 <= largestPicture) return { image }
  }
  return { problem: 'failed' }
}

/** The address by which a page shows such a picture. */
export function addressOfPicture(image: string): string {
  return jpegStart + image
}

/** Reads a file that the player has chosen, turned as it was taken. Rejects when it is no picture. */
export async function encodeFile(file: Blob): Promise<EncodedPicture> {
  const address = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    return encodePicture(picture, picture.naturalWidth, picture.naturalHeight)
  } finally {
    URL.revokeObjectURL(address)
  }
}
