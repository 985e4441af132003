import type { BrowserWindow } from 'electron'
import { largestScreenshot } from '#contract/terminal.ts'

/** Enough to see what a terminal shows; in pixels. */
const width = 540
const qualities = [75, 50, 25] as const

/** What the window shows, as a JPEG; null: nothing. */
export async function takeScreenshot(window: BrowserWindow | null): Promise<Buffer | null> {
  if (window === null || window.isDestroyed() || !window.isVisible()) return null
  const picture = await window.webContents.capturePage()
  if (picture.isEmpty()) return null
  const small = picture.getSize().width > width ? picture.resize({ width, quality: 'good' }) : picture
  for (const quality of qualities) {
    const image = small.toJPEG(quality)
    if (image.length <= largestScreenshot) return image
  }
  return null
}
