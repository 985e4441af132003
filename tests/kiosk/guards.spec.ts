/** Guards that no other test would miss. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, readlinkSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import { authCalls } from '#contract/http/auth.ts'
import { Sandbox } from '../../scripts/Sandbox.ts'
import { expect, program, test } from './harness/fixtures.ts'
import { Provider } from './harness/Provider.ts'
import { findOnDisk } from './harness/traces.ts'
import { homeLink } from './harness/homeLink.ts'

test.use({ monitor: { width: 600, height: 900 } })

/** The inodes of the sockets that a process listens on. */
function listening(pid: number): string[] {
  const open = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      return /^socket:\[(\d+)\]$/.exec(targetOf(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
    }),
  )
  const listenState = '0A'
  return ['tcp', 'tcp6']
    .map((name) => `/proc/${pid}/net/${name}`)
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, 'utf8').trim().split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[3] === listenState && open.has(columns[9] ?? ''))
    .map((columns) => columns[1] ?? '')
}

/** Empty for a file that the program has closed since the folder was listed. */
function targetOf(link: string): string {
  try {
    return readlinkSync(link)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

test("a venue's package opens no debugging port, whatever its command line says", async ({
  desktop,
  folder,
  serverUrl,
}) => {
  // The QA package with the inspect fuse closed is what venues get.
  const home = mkdtempSync(join(tmpdir(), 'palpite-venue-'))
  let venue: ChildProcess | undefined
  try {
    cpSync(dirname(program), home, { recursive: true })
    const own = join(home, 'palpite')
    await flipFuses(own, { version: FuseVersion.V1, [FuseV1Options.EnableNodeCliInspectArguments]: false })
    venue = spawn(own, ['--no-sandbox', '--inspect=0', '--remote-debugging-port=0'], {
      env: {
        ...process.env,
        DISPLAY: desktop.name,
        PALPITE_USER_DATA: folder,
        PALPITE_SERVER_URL: serverUrl,
      },
      stdio: 'ignore',
    })
    await expect.poll(async () => (await desktop.windows()).length).toBe(1)
    expect(listening(venue.pid ?? 0)).toEqual([])
    expect(existsSync(join(folder, 'DevToolsActivePort'))).toBe(false)
  } finally {
    if (venue?.exitCode === null) {
      const ended = once(venue, 'exit')
      venue.kill()
      await ended
    }
    await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
})

test('calls to the server leave nothing on the disk of a kiosk @full', async ({
  start,
  folder,
  serverUrl,
}) => {
  const sandbox = new Sandbox(serverUrl)
  const player = await sandbox.createUser()
  const { app, page } = await start({ config: { kiosk: true } })
  await expect(homeLink(page)).toBeVisible()
  await page.goto(`app://palpite${await sandbox.loginPath(player.username)}`)
  await expect(page.getByRole('status', { name: 'Saldo' })).toContainText('R$')
  const ended = once(app.process(), 'exit')
  await app.close()
  await ended
  // Where Chromium keeps the sessions that are not in memory.
  expect(existsSync(join(folder, 'Partitions'))).toBe(false)
  expect(findOnDisk(folder, [player.username])).toEqual([])
})

test('the page of a customer who left cannot log the next one in @full', async ({ start, serverUrl }) => {
  const sandbox = new Sandbox(serverUrl)
  const player = await sandbox.createUser()
  const { app, page } = await start({ config: { kiosk: true } })
  await expect(homeLink(page)).toBeVisible()
  await page.goto(`app://palpite${await sandbox.loginPath(player.username)}`)
  await expect(page.getByRole('status', { name: 'Saldo' })).toContainText('R$')
  const token = (await sandbox.loginPath(player.username)).replace('/zgo', '')
  const replaced = app.waitForEvent('window')
  await page.evaluate(
    ({ path, body }) => {
      const { bridge } = window
      if (!bridge) throw new Error('no bridge')
      const locale = { language: 'pt_BR', currency: 'BRL', timeZone: 'America/Sao_Paulo' }
      const call = { method: 'POST', path, query: {}, body, bodyType: 'json', idempotencyKey: null } as const
      void bridge.invoke('session:clear').finally(() => {
        // Its last moments, while the next page loads.
        const again = () => void bridge.invoke('http:send', { ...call, ...locale }).catch(() => undefined)
        again()
        setInterval(again, 20)
      })
    },
    { path: authCalls.exchangeLink.path, body: JSON.stringify({ token }) },
  )
  const next = await replaced
  await expect(next.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible()
  expect(await next.evaluate(async () => (await window.bridge?.invoke('host:info'))?.hasSession)).toBe(false)
})

test('a payment page whose process ends leaves a way back to the kiosk @full', async ({ start, desktop }) => {
  const provider = new Provider()
  await provider.start()
  try {
    const { app, page } = await start({ config: { kiosk: true, paymentOrigins: [provider.origin] } })
    await expect(homeLink(page)).toBeVisible()
    const opened = app.waitForEvent('window')
    await page.evaluate(
      (url) =>
        window.bridge?.invoke('payment:open', {
          orderId: 'order-1',
          language: 'pt_BR',
          url,
          timeLeft: 600_000,
        }),
      provider.origin,
    )
    await opened
    await expect.poll(async () => (await desktop.windows()).length).toBe(2)
    const readPid = () =>
      app.evaluate(
        ({ webContents }, origin) =>
          webContents
            .getAllWebContents()
            .find((each) => each.getURL().startsWith(origin))
            ?.getOSProcessId() ?? 0,
        provider.origin,
      )
    // 0 would be the processes of this test.
    await expect.poll(readPid).toBeGreaterThan(0)
    process.kill(await readPid(), 'SIGKILL')
    const bars = () => app.windows().filter((other) => other !== page && other.url().startsWith('app://'))
    await expect.poll(() => bars().length).toBe(1)
    const back = bars()[0]?.getByRole('button', { name: 'Voltar' })
    // Pressed after this call has returned: the window closes at once, and would take its answer along.
    await back?.evaluate((button: HTMLButtonElement) => void setTimeout(() => button.click()))
    await expect.poll(async () => (await desktop.windows()).length).toBe(1)
  } finally {
    provider.stop()
  }
})
