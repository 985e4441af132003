/** Where the server has the service worker of the web build. Its scope is every page below. */
export const serviceWorkerPath = '/sw.js'

/** What a page reports to the service worker. */
export type ServiceWorkerMessage =
  /** Keep this page: it was loaded before the service worker was there. */
  | { type: 'keepPage'; page: string }
  /** Keep these files, which did not come through the service worker. */
  | { type: 'keepFiles'; files: string[] }
  /** The player has accepted the new version: it takes over from the one that runs. */
  | { type: 'activate' }

/** What the service worker reports to a page: a notice of the browser was pressed, which is about the page at this path. */
export interface PageMessage {
  type: 'openPage'
  path: string
}
