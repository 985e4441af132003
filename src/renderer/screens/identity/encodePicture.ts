import { largestPicture, pictureSides } from '#contract/rules/identityPictures.ts'

/** Longer sides make files that nobody needs to read a document. */
const longestSide = 1_600
const qualities = [0.8, 0.7, 0.6, 0.5, 0.4]
/** In bytes: at 110 kbit/s it still arrives before the call is given up. */
const wantedSize = 300 * 1024
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
  let image: string | undefined
  for (const quality of qualities) {
    const url = canvas.toDataURL('image/jpeg', quality)
    // Another format: the browser makes no JPEG.
    if (!url.startsWith(jpegStart)) break
    image = url.slice(jpegStart.length)
    if (bytesOf(image) <= wantedSize) break
  }
  if (image === undefined || bytesOf(image) > largestPicture) return { problem: 'failed' }
  return { image }
}

function bytesOf(base64: string): number {
  return (base64.length * 3) / 4
}

/** The address by which a page shows such a picture. */
export function addressOfPicture(image: string): string {
  return jpegStart + image
}

/**
 * Reads a file that the player has chosen, turned as it was taken. Rejects when it is no picture. By a `data:` address: the
 * window's policy (main/security/csp.ts) shows no `blob:`. `createImageBitmap` needs no address, but the oldest browsers
 * (docs/browsers.md) do not agree about how it turns a picture; all of them turn an image.
 */
export async function encodeFile(file: Blob): Promise<EncodedPicture> {
  const picture = new Image()
  picture.src = await dataAddressOf(file)
  await picture.decode()
  return encodePicture(picture, picture.naturalWidth, picture.naturalHeight)
}

function dataAddressOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('unreadable file'))
    reader.readAsDataURL(file)
  })
}
