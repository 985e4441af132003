import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileSync } from 'atomically'
import { BrowserWindow, session as sessions } from 'electron'
import { denyPermissions } from '../security/permissions.ts'
import { paperHeight, paperWidth, toHtml } from './html.ts'
import { PrintError, type PaperDocument } from './PaperDocument.ts'

const loadMs = 5_000
const mmPerInch = 25.4

/** Prints on a printer of the system, without a dialog. Throws a PrintError. */
export async function printOnSystem(document: PaperDocument, deviceName: string): Promise<void> {
  await withPage(document, async ({ webContents }) => {
    const printers = await webContents.getPrintersAsync()
    if (!printers.some(({ name }) => name === deviceName)) {
      throw new PrintError('unreachable', `the system has no printer ${deviceName}`)
    }
    const reason = await new Promise<string | null>((resolve) => {
      const pageSize = { width: paperWidth * 1000, height: Math.ceil(paperHeight(document) * 1000) }
      webContents.print(
        { silent: true, deviceName, pageSize, margins: { marginType: 'none' } },
        (isPrinted, failure) => resolve(isPrinted ? null : failure),
      )
    })
    if (reason !== null) throw new PrintError('failed', reason)
  })
}

/** Writes a PDF for staff. Throws a PrintError. */
export async function printToFolder(document: PaperDocument, folder: string, now: Date): Promise<void> {
  await withPage(document, async ({ webContents }) => {
    const bytes = await webContents.printToPDF({
      pageSize: { width: paperWidth / mmPerInch, height: paperHeight(document) / mmPerInch },
      margins: { top: 0, bottom: 0, left: 0, right: 0 },
    })
    const time = now.toISOString().replaceAll(/[:.]/g, '-')
    try {
      await mkdir(folder, { recursive: true })
      writeFileSync(join(folder, `${document.name}-${time}.pdf`), bytes)
    } catch (error) {
      throw new PrintError('unreachable', error instanceof Error ? error.message : String(error))
    }
  })
}

/** A window that is never shown, without scripts, without a preload script, in a session of its own. */
async function withPage(
  document: PaperDocument,
  use: (window: BrowserWindow) => Promise<void>,
): Promise<void> {
  const pages = sessions.fromPartition(`print:${randomUUID()}`, { cache: false })
  denyPermissions(pages)
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      session: pages,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      javascript: false,
      devTools: false,
      spellcheck: false,
    },
  })
  try {
    const address = `data:text/html;charset=utf-8,${encodeURIComponent(toHtml(document))}`
    await Promise.race([
      window.loadURL(address),
      new Promise<never>((_resolve, reject) => {
        const late = () => reject(new PrintError('failed', 'the page to print was not ready in time'))
        setTimeout(late, loadMs).unref()
      }),
    ])
    await use(window)
  } finally {
    window.destroy()
  }
}
