import type { App, WebContents } from 'electron'

/** Whether this address may be shown in this web contents; `isMainFrame` false: in a frame inside it. */
export type NavigationPolicy = (address: string, isMainFrame: boolean) => boolean

const policies = new WeakMap<WebContents, NavigationPolicy>()

/**
 * Every web contents starts with nothing allowed: no navigation, no new windows, no webview,
 * no Bluetooth or certificate choosers. `allowNavigation` then allows what one window needs.
 */
export function lockNavigation(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(({ url }) => {
      console.warn('refused: new window', withoutQuery(url))
      return { action: 'deny' }
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => {
      if (isAllowed(contents, event.url, event.isMainFrame)) return
      event.preventDefault()
      console.warn('refused: navigation to', withoutQuery(event.url))
    })
    contents.on('will-redirect', (event) => {
      if (isAllowed(contents, event.url, event.isMainFrame)) return
      event.preventDefault()
      console.warn('refused: redirect to', withoutQuery(event.url))
    })
    contents.on('select-bluetooth-device', (event, _devices, choose) => {
      event.preventDefault()
      choose('')
    })
  })
  // By default Electron would send the first certificate.
  app.on('select-client-certificate', (event, _contents, _url, _list, choose) => {
    event.preventDefault()
    choose()
  })
}

export function allowNavigation(contents: WebContents, policy: NavigationPolicy): void {
  policies.set(contents, policy)
}

function isAllowed(contents: WebContents, address: string, isMainFrame: boolean): boolean {
  return policies.get(contents)?.(address, isMainFrame) ?? false
}

/** Query and fragment may contain tickets, so they are not logged. */
function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '')
}
