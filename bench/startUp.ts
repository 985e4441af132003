import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron, type ElectronApplication } from '@playwright/test'
import { findElectron, hasDisplay } from '../scripts/runtimes.ts'
import { startDisplay } from '../scripts/machine/virtualDisplay.ts'
import { readMemory } from '../scripts/machine/memory.ts'
import { compare, median, type Comparison } from './pairs.ts'

/** Chromium of the window: no sandbox as root, no GPU on a virtual display. */
const flags = ['--no-sandbox', '--disable-gpu']

/** A window of the same size with one word in it. */
const emptyProgram = `const { app, BrowserWindow } = require('electron')
app.setPath('userData', process.env.PALPITE_USER_DATA)
app.whenReady().then(() => new BrowserWindow({ width: 393, height: 852 }).loadURL('data:text/html,<h1>Palpite</h1>'))
app.on('window-all-closed', () => app.quit())`

/** As text: this file runs in Node and has no DOM types. When the last large thing was painted, in ms since 1970. */
const largestPaint = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(performance.timeOrigin + (list.getEntries().at(-1)?.startTime ?? NaN)))
    .observe({ type: 'largest-contentful-paint', buffered: true })
})`

interface Launch {
  args: string[]
  userData: string
  serverUrl: string
  display: string | undefined
  /** Resolves when the window shows what it was opened for. */
  shown: (app: ElectronApplication) => Promise<unknown>
}

/** From the start of the program to its largest paint, in ms, and the memory (PSS) of all its processes then, in MB. */
async function launch({
  args,
  userData,
  serverUrl,
  display,
  shown,
}: Launch): Promise<{ ms: number; mb: number }> {
  const executablePath = findElectron()
  if (executablePath === undefined) throw new Error('no Electron runtime here')
  const began = Date.now()
  const app = await _electron.launch({
    executablePath,
    args: [...flags, ...args],
    env: {
      ...(process.env as Record<string, string>),
      ...(display !== undefined && { DISPLAY: display }),
      PALPITE_SERVER_URL: serverUrl,
      PALPITE_USER_DATA: userData,
      LANG: 'pt_BR.UTF-8',
    },
  })
  try {
    await shown(app)
    const page = await app.firstWindow()
    const ms = (await page.evaluate<number>(largestPaint)) - began
    return { ms, mb: readMemory(app.process().pid ?? NaN).all }
  } finally {
    await app.close()
  }
}

/** The window from its start to a painted home, against an empty Electron window: with a new profile and with a used one. */
export async function benchStartUp(serverUrl: string): Promise<Comparison[]> {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-start-'))
  writeFileSync(join(folder, 'main.js'), emptyProgram)
  const screen = hasDisplay() ? undefined : await startDisplay({ width: 1280, height: 1024 })
  const common = { serverUrl, display: screen?.name }
  let profiles = 0
  const rows: Comparison[] = []
  try {
    for (const profile of ['new', 'used'] as const) {
      const used: Record<'ours' | 'peer', string> = { ours: join(folder, 'ours'), peer: join(folder, 'peer') }
      const userDataOf = (program: 'ours' | 'peer') =>
        profile === 'used' ? used[program] : join(folder, `${program}-${profiles++}`)
      const memory: Record<'ours' | 'peer', number[]> = { ours: [], peer: [] }
      const measure = async (program: 'ours' | 'peer', about: Pick<Launch, 'args' | 'shown'>) => {
        const { ms, mb } = await launch({ ...common, ...about, userData: userDataOf(program) })
        memory[program].push(mb)
        return ms
      }
      const comparison = await compare(
        {
          name: `Start of the window, ${profile} profile`,
          unit: 'ms',
          goal: { atMost: 1.35 },
          peerName: 'empty Electron window',
        },
        () =>
          measure('ours', {
            args: ['-r', resolve('out/main/index.cjs'), resolve('.')],
            // Not the page that the build has drawn: the client has taken it over.
            shown: async (app) =>
              (await app.firstWindow()).locator('#root > :not(#prerender) a').first().waitFor(),
          }),
        () =>
          measure('peer', {
            args: [join(folder, 'main.js')],
            shown: async (app) => (await app.firstWindow()).locator('h1').waitFor(),
          }),
      )
      const [ours, peer] = [memory.ours, memory.peer].map((values) => median(values).toFixed(0))
      rows.push({
        ...comparison,
        notes: [`Memory of all processes, ${profile} profile: ${ours} MB, empty window ${peer} MB`],
      })
    }
    return rows
  } finally {
    await screen?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
