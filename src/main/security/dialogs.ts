import type { Dialog, Session } from 'electron'

/** What a provider's page may do; not: open windows, show modals (alert, print), download, navigate our window. */
const pageSandbox = 'sandbox allow-scripts allow-forms allow-same-origin'

/** Features without a permission that open dialogs of the system: choosers of files and folders to read and write. */
export const dialogFeatures = 'FileSystemAccessLocal'

/** Electron shows a box of its own about an error in the main process; a kiosk must not, and a log is read anyway. */
export function silenceErrorBox(dialog: Pick<Dialog, 'showErrorBox'>): void {
  dialog.showErrorBox = (title, content) => console.error(title, content)
}

/** Adds a sandbox to every page of the session; the page's own policy stays. */
export function sandboxPages(pages: Session): void {
  pages.webRequest.onHeadersReceived((details, callback) => {
    const isPage = details.resourceType === 'mainFrame' || details.resourceType === 'subFrame'
    callback(isPage ? { responseHeaders: withSandbox(details.responseHeaders ?? {}) } : {})
  })
}

function withSandbox(headers: Record<string, string[]>): Record<string, string[]> {
  const name = Object.keys(headers).find((key) => key.toLowerCase() === 'content-security-policy')
  return name === undefined
    ? { ...headers, 'Content-Security-Policy': [pageSandbox] }
    : { ...headers, [name]: [...(headers[name] ?? []), pageSandbox] }
}
