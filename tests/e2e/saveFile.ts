import { readFile } from 'node:fs/promises'
import type { ElectronApplication, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

interface SavedFile {
  /** What the product proposes to call it. */
  name: string
  contents: Buffer
}

/** Downloads the file that the click saves, in either host. Electron would ask where to save it: the test answers. */
export async function saveFile(
  page: Page,
  electronApp: ElectronApplication | undefined,
  click: () => Promise<void>,
): Promise<SavedFile> {
  if (!electronApp) {
    const [download] = await Promise.all([page.waitForEvent('download'), click()])
    return { name: download.suggestedFilename(), contents: await readFile(await download.path()) }
  }
  const path = test.info().outputPath('saved')
  const saving = electronApp.evaluate(
    ({ session }, savePath) =>
      new Promise<{ name: string; state: string }>((resolve) => {
        session.defaultSession.once('will-download', (_event, item) => {
          item.setSavePath(savePath)
          item.once('done', (_done, state) => resolve({ name: item.getFilename(), state }))
        })
      }),
    path,
  )
  const [{ name, state }] = await Promise.all([saving, click()])
  expect(state).toBe('completed')
  return { name, contents: await readFile(path) }
}
