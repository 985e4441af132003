import type { Dialog, Session, WebContents } from 'electron'

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

/** File inputs open nothing, also those that a script has not inserted. */
const deadFileInputs = `{
  const isFile = (element) => element instanceof HTMLInputElement && element.type === 'file'
  addEventListener('click', (event) => {
    if (event.composedPath().some(isFile)) event.preventDefault()
  }, true)
  for (const name of ['click', 'showPicker']) {
    const original = HTMLInputElement.prototype[name]
    Object.defineProperty(HTMLInputElement.prototype, name, {
      value() {
        if (!isFile(this)) original.call(this)
      },
    })
  }
}`

/**
 * In the frames that a page of ours gets (it has no file inputs itself), for customers who press what the frame offers: a
 * chat's attachments. Not with the debugger as below: that of Electron 33 disconnects a test driver whenever a frame appears.
 */
export function disableFileInputsOfFrames(contents: WebContents): void {
  contents.on('frame-created', (_event, { frame }) => {
    if (!frame?.parent) return
    frame.on('dom-ready', () => {
      frame.executeJavaScript(deadFileInputs).catch((error: unknown) => {
        // The frame navigated on.
        console.info('file inputs', error instanceof Error ? error.message : error)
      })
    })
  })
}

/**
 * File inputs of the page and of all its frames open nothing. No header and no preference does this; the debugger's
 * protocol does, for each process that a frame may have.
 */
export function refuseFileChoosers(contents: WebContents): void {
  const { debugger: protocol } = contents
  const send = (method: string, params: object, session: string | undefined) => {
    protocol.sendCommand(method, params, session).catch((error: unknown) => {
      // The frame or the window was closed meanwhile.
      console.info(method, error instanceof Error ? error.message : error)
    })
  }
  const refuse = (session?: string) => {
    send('Page.enable', {}, session)
    send('Page.setInterceptFileChooserDialog', { enabled: true, cancel: true }, session)
    send(
      'Target.setAutoAttach',
      { autoAttach: true, waitForDebuggerOnStart: false, flatten: true, filter: [{ type: 'iframe' }] },
      session,
    )
  }
  protocol.attach('1.3')
  protocol.on('message', (_event, method, params: { sessionId?: string }) => {
    if (method === 'Target.attachedToTarget') refuse(params.sessionId)
  })
  refuse()
}
