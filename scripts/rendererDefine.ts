import { wideMedia } from './screenMedia.ts'

/**
 * Makes MobX clean up by its timer alone. With `FinalizationRegistry`, it also cleans up after a reload, when the
 * old page is collected: its `clearTimeout` then reaches the new page (seen in Chromium 130), where the same
 * number belongs to another timer, which never fires.
 */
export const noFinalizationRegistry = { FinalizationRegistry: 'undefined' }

/** The constants that the bundler writes into the renderer's code, in either host. */
export function rendererDefine(host: 'electron' | 'web'): Record<string, string> {
  return {
    __HOST__: JSON.stringify(host),
    __WIDE_MEDIA__: JSON.stringify(wideMedia(host)),
    ...noFinalizationRegistry,
  }
}
