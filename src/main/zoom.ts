import type { WebContents } from 'electron'

/** Players cannot zoom; `factor` is the configured one. */
export function keepZoom(contents: WebContents, factor: () => number): void {
  contents.on('dom-ready', () => {
    contents.setZoomFactor(factor())
    // Pinch zoom; the promise rejects only when the page is gone.
    contents.setVisualZoomLevelLimits(1, 1).catch((error: unknown) => console.warn('zoom limits', error))
  })
  // Ctrl with the wheel. Zoom keys belong to the default menu, which is removed.
  contents.on('zoom-changed', () => contents.setZoomFactor(factor()))
}
