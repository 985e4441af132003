/** A process of a terminal crashes: its server gets the report, and nothing of it stays on the disk. */
import { readdirSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { createTerminal } from './harness/fleet.ts'
import { expect, test, type Terminal } from './harness/fixtures.ts'

test.use({ monitor: { width: 600, height: 900 } })

/** The minidumps in the terminal's data folder. */
const dumpsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.dmp'))

/** The process of the page. */
const processOf = ({ app }: Terminal) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0)

/** The page's process gets the signal of a bad pointer, and another one takes its place. */
async function crashPage(terminal: Terminal): Promise<void> {
  const before = await processOf(terminal)
  process.kill(before, 'SIGSEGV')
  await expect.poll(async () => [0, before].includes(await processOf(terminal))).toBe(false)
}

test(
  'a page that crashes is reported to the server of an enrolled terminal, which keeps nothing of it',
  { tag: '@full' },
  async ({ start, folder, serverUrl }) => {
    const { code, record } = await createTerminal(serverUrl)
    const first = await start({ config: { kiosk: true }, env: { PALPITE_ENROL_CODE: code } })
    await expect.poll(record).toMatchObject({ state: 'online' })
    // Not enrolled when it started: a crash leaves nothing on the disk.
    await crashPage(first)
    expect(dumpsIn(folder)).toEqual([])
    await first.app.close()

    const second = await start()
    await expect(second.page.getByRole('main')).toBeVisible()
    await expect.poll(record).toMatchObject({ state: 'online', crashes: [] })
    await crashPage(second)
    await expect.poll(async () => (await record())?.crashes.length, { timeout: 40_000 }).toBe(1)
    await expect.poll(() => dumpsIn(folder)).toEqual([])

    const [crash] = (await record())?.crashes ?? []
    expect(crash?.version).toMatch(/^\d+\.\d+\.\d+/)
    const file = await fetch(`${serverUrl}/sandbox/api/crashes/${crash?.id}`)
    const dump = gunzipSync(Buffer.from(await file.arrayBuffer()))
    expect(dump.subarray(0, 4).toString()).toBe('MDMP')
  },
)
