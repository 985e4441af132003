import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import type { PaperDocument } from '#main/printer/PaperDocument.ts'
import { printToFolder } from '#main/printer/page.ts'

/** Those that Electron keeps. */
const partitions = vi.hoisted(() => new Map<string, { options: unknown; on: ReturnType<typeof vi.fn> }>())
vi.mock('electron', () => ({
  session: {
    fromPartition: (name: string, options: unknown) => {
      const set = vi.fn()
      const made = partitions.get(name) ?? { options, on: vi.fn() }
      partitions.set(name, made)
      return {
        on: made.on,
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

it('any number of receipts have one session, which is in memory and guarded once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-print-'))
  const document: PaperDocument = { name: 'receipt', locale: 'pt-BR', blocks: [] }
  for (const second of [1, 2, 3]) await printToFolder(document, folder, new Date(second * 1_000))
  expect(readdirSync(folder)).toHaveLength(3)
  expect([...partitions.keys()]).toEqual(['print'])
  const { options, on } = partitions.get('print') ?? {}
  expect(options).toEqual({ cache: false })
  expect(on).toHaveBeenCalledOnce()
  rmSync(folder, { recursive: true })
})
