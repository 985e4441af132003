/** Looks for what a customer left behind. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import type { Desktop } from './Desktop.ts'

/** `file: marker` of every file below `folder` that contains one of the markers, as UTF-8 or UTF-16. */
export function findOnDisk(folder: string, markers: readonly string[]): string[] {
  const found: string[] = []
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const content = readFile(file)
    for (const marker of markers) {
      if (content.includes(marker, 'utf8') || content.includes(marker, 'utf16le')) {
        found.push(`${relative(folder, file)}: ${marker}`)
      }
    }
  }
  return found
}

/** Temporary files come and go while the application runs. */
function readFile(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

/** Chromium collects what it writes for seconds or minutes: a page's storage is on the disk soon after this. */
export async function flushStorage(app: ElectronApplication): Promise<void> {
  await app.evaluate(async ({ webContents }) => {
    for (const { session } of webContents.getAllWebContents()) {
      session.flushStorageData()
      await session.cookies.flushStore()
    }
  })
}

export interface Traces {
  /** The markers that a page contains. */
  pages: string[]
  historyLengths: number[]
  clipboard: string | null
  selected: string | null
  /** The files that contain a marker. */
  disk: string[]
}

export const noTraces: Traces = { pages: [], historyLengths: [1], clipboard: null, selected: null, disk: [] }

/** What is left of a customer in the running terminal and on its disk. */
export async function findTraces(
  app: ElectronApplication,
  desktop: Desktop,
  folder: string,
  markers: readonly string[],
): Promise<Traces> {
  const { text, historyLengths } = await readPages(app)
  return {
    pages: markers.filter((marker) => text.includes(marker)),
    historyLengths,
    clipboard: await desktop.selection('CLIPBOARD'),
    selected: await desktop.selection('PRIMARY'),
    disk: findOnDisk(folder, markers),
  }
}

/** Everything that the pages of all windows and their frames can read, and how far one could go back in them. */
async function readPages(app: ElectronApplication): Promise<{ text: string; historyLengths: number[] }> {
  const texts: string[] = []
  const historyLengths: number[] = []
  for (const page of app.windows()) {
    historyLengths.push(await page.evaluate(() => history.length))
    for (const frame of page.frames()) {
      texts.push(
        await frame.evaluate(async () => {
          // The chat's frame has an opaque origin, and with it no storage.
          const stored =
            window.origin === 'null'
              ? []
              : [
                  { ...localStorage },
                  { ...sessionStorage },
                  document.cookie,
                  await caches.keys(),
                  (await indexedDB.databases()).map(({ name }) => name),
                ]
          const fields = Array.from(document.querySelectorAll('input, textarea'), (field) =>
            'value' in field ? String(field.value) : '',
          )
          return JSON.stringify([
            stored,
            fields,
            document.documentElement.outerHTML,
            location.href,
            document.referrer,
          ])
        }),
      )
    }
  }
  return { text: texts.join('\n'), historyLengths }
}
