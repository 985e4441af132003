/** Where the server has the service worker of the web build. Its scope is every page below. */
export const serviceWorkerPath = '/sw.js'

/** What a page tells the service worker. */
export type ServiceWorkerMessage =
  /** Keep this page and the files that it has loaded: they came before the service worker did. */
  | { type: 'keep'; page: string; files: string[] }
  /** The player has accepted the new version: it takes over from the one that runs. */
  | { type: 'activate' }
