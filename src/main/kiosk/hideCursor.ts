import type { WebContents } from 'electron'
import { reasonOf } from '../reasonOf.ts'

/** Style sheets of the document's own are not subject to the page's policy. */
const script = `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, *::before, *::after { cursor: none !important }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}`

/** On a touch screen the mouse pointer only covers the page. Applies to every page and frame of `contents`. */
export function hideCursor(contents: WebContents): void {
  contents.on('frame-created', (_event, { frame }) => {
    if (frame === null) return
    frame.on('dom-ready', () => {
      frame.executeJavaScript(script).catch((error: unknown) => {
        // The frame navigated on.
        console.info('hiding the cursor', reasonOf(error))
      })
    })
  })
}
