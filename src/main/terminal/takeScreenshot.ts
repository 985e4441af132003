import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserWindow, NativeImage } from 'electron'
import { largestScreenshot } from '#contract/terminal.ts'

/** Enough to see what a terminal shows; in pixels. */
const width = 540
const qualities = [75, 50, 25] as const
const bytesPerPixel = 4
/** Between two looks. */
const betweenMs = 400
/** A page that moves all the time, such as the attract loop, is taken as it is then. */
const mostLooks = 12

/** What the window shows, as a JPEG; null: nothing. */
export async function takeScreenshot(window: BrowserWindow | null): Promise<Buffer | null> {
  const picture = await drawnPicture(window)
  if (picture === null) return null
  const small = picture.getSize().width > width ? picture.resize({ width, quality: 'good' }) : picture
  for (const quality of qualities) {
    const image = small.toJPEG(quality)
    if (image.length <= largestScreenshot) return image
  }
  return null
}

/**
 * The page when it no longer changes. A screenshot waits until a customer has gone, and the page is new then: at first it
 * shows its empty ground, and then one part after another.
 */
async function drawnPicture(window: BrowserWindow | null): Promise<NativeImage | null> {
  let before: Buffer = Buffer.alloc(0)
  for (let look = 1; ; look++) {
    if (window === null || window.isDestroyed() || !window.isVisible()) return null
    const isLoading = window.webContents.isLoading()
    const picture = await window.webContents.capturePage()
    if (picture.isEmpty()) return null
    const bitmap = picture.toBitmap()
    if (!isLoading && before.equals(bitmap) && !isEmptyGround(bitmap)) return picture
    if (look === mostLooks) return picture
    before = bitmap
    await sleep(betweenMs)
  }
}

/** One colour from edge to edge. */
function isEmptyGround(bitmap: Buffer): boolean {
  // Each pixel is as the one before.
  return bitmap.subarray(bytesPerPixel).equals(bitmap.subarray(0, -bytesPerPixel))
}
