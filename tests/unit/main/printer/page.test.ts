import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import type { PaperDocument } from '#main/printer/PaperDocument.ts'
import { printToFolder } from '#main/printer/page.ts'

/** Those that Electron keeps. */
const partitions = vi.hoisted(() => new Map<string, unknown>())
vi.mock('electron', () => ({
  session: {
    fromPartition: (name: string, options: unknown) => {
      partitions.set(name, options)
      const set = vi.fn()
      return {
        on: set,
        setPermissionRequestHandler: set,
        setPermissionCheckHandler: set,
        setDevicePermissionHandler: set,
        setDisplayMediaRequestHandler: set,
      }
    },
  },
  BrowserWindow: vi.fn(function () {
    return {
      loadURL: () => Promise.resolve(),
      destroy: () => undefined,
      webContents: { printToPDF: () => Promise.resolve(Buffer.from('%PDF')) },
    }
  }),
}))

it('any number of receipts have one session, which is in memory', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-print-'))
  const document: PaperDocument = { name: 'receipt', locale: 'pt-BR', blocks: [] }
  for (const second of [1, 2, 3]) await printToFolder(document, folder, new Date(second * 1_000))
  expect(readdirSync(folder)).toHaveLength(3)
  expect([...partitions]).toEqual([['print', { cache: false }]])
  rmSync(folder, { recursive: true })
})
