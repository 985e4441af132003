import type { Rectangle } from 'electron'

/** Up to this width, in CSS pixels, the page's column fills the window (renderer/ui/tokens.css). */
const widestPhone = 600
/** In a wider window that is not higher than wide: 3.93 rem of 130 px. */
const columnWidth = 3.93 * 130
/** In a portrait window the column fills it up to this width: 10.8 rem. */
const widestColumn = 10.8 * 130

/** The column of the page in a window whose page has this zoom factor; all in DIP. */
export function columnOf(window: Rectangle, zoomFactor: number): Rectangle {
  const cssWidth = window.width / zoomFactor
  if (cssWidth <= widestPhone) return window
  const widest = window.width >= window.height ? columnWidth : widestColumn
  const width = Math.min(window.width, Math.round(widest * zoomFactor))
  return { ...window, x: window.x + Math.round((window.width - width) / 2), width }
}
