import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileSync } from 'atomically'
import { BrowserWindow, session as sessions, type Session } from 'electron'
import { denyPermissions } from '../security/permissions.ts'
import { paperHeight, paperWidth, toHtml } from './html.ts'
import { PrintError, type PaperDocument } from './PaperDocument.ts'
import type { Spooler } from './spooler.ts'
import { reasonOf } from '../reasonOf.ts'

const loadMs = 5_000
const mmPerInch = 25.4

/** Prints on a queue of CUPS, and resolves when it is printed. Throws a PrintError. */
export async function printOnQueue(
  document: PaperDocument,
  queue: string,
  spooler: Spooler,
): Promise<'printed' | 'sent'> {
  // Before the page is drawn, so that a stopped queue is told at once.
  await spooler.checkQueue(queue)
  const height = Math.ceil(paperHeight(document))
  return spooler.print({ queue, pdf: await toPdf(document), width: paperWidth, height })
}

/** Hands a document to Windows, which does not say what becomes of it. Throws a PrintError. */
export async function printOnWindows(document: PaperDocument, deviceName: string): Promise<void> {
  await withPage(document, async ({ webContents }) => {
    const printers = await webContents.getPrintersAsync()
    if (!printers.some(({ name }) => name === deviceName)) {
      throw new PrintError('unreachable', `the system has no printer ${deviceName}`)
    }
    const reason = await new Promise<string | null>((resolve) => {
      const pageSize = { width: paperWidth * 1000, height: Math.ceil(paperHeight(document) * 1000) }
      webContents.print(
        { silent: true, deviceName, pageSize, margins: { marginType: 'none' } },
        (isAccepted, failure) => resolve(isAccepted ? null : failure),
      )
    })
    if (reason !== null) throw new PrintError('failed', reason)
  })
}

/** Writes a PDF for staff. Throws a PrintError. */
export async function printToFolder(document: PaperDocument, folder: string, now: Date): Promise<void> {
  const bytes = await toPdf(document)
  const time = now.toISOString().replaceAll(/[:.]/g, '-')
  try {
    await mkdir(folder, { recursive: true })
    writeFileSync(join(folder, `${document.name}-${time}.pdf`), bytes)
  } catch (error) {
    throw new PrintError('unreachable', reasonOf(error))
  }
}

async function toPdf(document: PaperDocument): Promise<Buffer> {
  return withPage(document, ({ webContents }) =>
    webContents.printToPDF({
      pageSize: { width: paperWidth / mmPerInch, height: Math.ceil(paperHeight(document)) / mmPerInch },
      margins: { top: 0, bottom: 0, left: 0, right: 0 },
    }),
  )
}

/** All receipts have the same one: Electron keeps every session until the application ends. */
let pages: Session | undefined

function guardedSession(): Session {
  const session = sessions.fromPartition('print', { cache: false })
  denyPermissions(session)
  return session
}

/** A window that is never shown, without scripts, without a preload script, in a session that stores nothing. */
async function withPage<Result>(
  document: PaperDocument,
  use: (window: BrowserWindow) => Promise<Result>,
): Promise<Result> {
  pages ??= guardedSession()
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
    return await use(window)
  } finally {
    window.destroy()
  }
}
