import type { Rectangle } from 'electron'

/** Up to this width, in CSS pixels, the page's column fills the window (renderer/ui/base.css). */
const widestPhone = 600
/** In a wider window: 3.93 rem of 130 px. */
const columnWidth = 3.93 * 130

/** The phone column of the page in a window whose page has this zoom factor; all in DIP. */
export function columnOf(window: Rectangle, zoomFactor: number): Rectangle {
  if (window.width / zoomFactor <= widestPhone) return window
  const width = Math.round(columnWidth * zoomFactor)
  return { ...window, x: window.x + Math.round((window.width - width) / 2), width }
}
