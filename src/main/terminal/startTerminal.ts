import { app, type BrowserWindow } from 'electron'
import type { MachineHealth } from '#contract/terminal.ts'
import type { PrinterState } from '#contract/printing.ts'
import type { NetFetch } from '#http/httpClient.ts'
import type { Customers } from '../customer/Customers.ts'
import { CrashSender } from '../crash/CrashSender.ts'
import { lastInput } from '../kiosk/input.ts'
import { windowSystemOf } from '../kiosk/windowSystem.ts'
import type { AppConfig } from '../config/AppConfig.ts'
import { isOpenAt, isRestartDue } from '../kiosk/schedule.ts'
import { lastError } from '../log/logFile.ts'
import { relaunch } from '../recovery/relaunch.ts'
import type { Session } from '../session/Session.ts'
import { Backlight } from '../machine/Backlight.ts'
import { readMachineHealth } from '../machine/health.ts'
import { findMachine } from '../machine/Machine.ts'
import { Outputs } from '../machine/Outputs.ts'
import { Updates } from '../machine/Updates.ts'
import { takeScreenshot } from './takeScreenshot.ts'
import { Terminal } from './Terminal.ts'
import { reasonOf } from '../reasonOf.ts'

export interface StartOptions {
  fetch: NetFetch
  serverUrl: string
  /** Where the terminal's record is. */
  folder: string
  config: Pick<AppConfig, 'openingHours' | 'restartAt' | 'brightness' | 'rotation'>
  session: Pick<Session, 'token' | 'onChanged'>
  customers: Pick<Customers, 'isInUse' | 'onFree'>
  window(): BrowserWindow | null
  /** Never rejects. */
  readPrinter(): Promise<PrinterState>
  onService(inService: boolean): void
}

export interface RunningTerminal {
  /** Null before the enrolment. */
  id(): string | null
  inService(): boolean
  send: Terminal['send']
  /** The page has come up. */
  pageCame(): void
}

const scheduleMs = 5_000
const staffMs = 60_000
/** What the contract allows. */
const longestError = 500

/**
 * Starts the terminal's contact with its server. `PALPITE_ENROL_CODE` enrols it once; the code is tried until the server
 * responds, by a terminal that is enrolled only when the server no longer accepts it. Orders wait until the customer has gone: for the service
 * that is the logout, for a restart and a screenshot also that nobody has touched the page since.
 */
export function startTerminal(options: StartOptions): RunningTerminal {
  const { fetch, serverUrl, config, session, customers, window, onService } = options
  /** By the operator's orders; those of before count until the server is heard. */
  let wanted: boolean | undefined
  let shown = true
  let restartReason: string | null = null
  let isScreenshotWanted = false
  const machine = findMachine()
  const backlight = new Backlight()
  /** Monitors on a cable have no light that can be set. */
  const outputs = machine && !backlight.exists ? new Outputs() : null
  /** As of the last call; read after each. */
  let printer: PrinterState | undefined
  const lookAtPrinter = async () => {
    printer = await options.readPrinter()
  }
  const showService = () => {
    const isOpen = isOpenAt(config.openingHours, new Date())
    if (session.token === null && wanted !== undefined) {
      const isWanted = wanted && isOpen && !updates?.isInstalling
      if (isWanted !== shown) onService((shown = isWanted))
    }
    const isOn = isOpen || session.token !== null || customers.isInUse
    backlight.setOn(isOn)
    // A monitor that sleeps takes no touches: after a start there is time for the staff panel.
    outputs?.setOn(isOn || performance.now() < staffMs, config.rotation)
  }
  const updates =
    machine &&
    new Updates({
      machine,
      isFree: () => !customers.isInUse,
      onInstalling: showService,
      now: () => Date.now(),
    })
  /** As of the last call; read before each. */
  let machineHealth: MachineHealth | undefined
  const lookAtMachine = async () => {
    try {
      machineHealth = await readMachineHealth(machine, options.folder)
    } catch (error) {
      console.warn('terminal: no health of the machine', reasonOf(error))
    }
  }
  const workWhenFree = () => {
    if (customers.isInUse) return
    updates?.work()
    if (restartReason !== null) return relaunch(restartReason)
    if (isScreenshotWanted) void sendScreenshot()
  }
  const sendScreenshot = async () => {
    isScreenshotWanted = false
    try {
      const image = await takeScreenshot(window())
      // Somebody came meanwhile, or the window is being replaced.
      if (image === null || customers.isInUse) isScreenshotWanted = true
      else await terminal.sendScreenshot(image)
    } catch (error) {
      isScreenshotWanted = true
      console.warn('terminal: no screenshot', reasonOf(error))
    }
  }
  const terminal = new Terminal({
    fetch,
    serverUrl,
    folder: options.folder,
    health: () => ({
      version: app.getVersion(),
      runtime: process.versions.electron,
      uptimeSeconds: Math.floor(process.uptime()),
      lastError: lastError()?.slice(0, longestError) ?? null,
      idleSource: lastInput.source,
      lastInputSeconds: lastInput.ownSeconds,
      windowSystem: windowSystemOf(window()),
      machine: machineHealth,
      printer,
    }),
    onService: (inService) => {
      wanted = inService
      showService()
      void crashes.sendAll()
      void lookAtPrinter()
      // Also after every call, so that what failed is tried again.
      workWhenFree()
      void lookAtMachine()
    },
    onRestart: (reason) => {
      restartReason = reason
      workWhenFree()
    },
    onScreenshot: () => {
      isScreenshotWanted = true
    },
    onRelease: (id) => updates?.offer(id),
  })
  const crashes = new CrashSender({
    folder: app.getPath('crashDumps'),
    version: app.getVersion(),
    send: (report) => terminal.sendCrash(report),
  })
  shown = terminal.inService
  backlight.setBrightness(config.brightness)
  wanted = terminal.inService
  showService()
  const startedAt = new Date()
  setInterval(() => {
    showService()
    if (!isRestartDue(config.restartAt, startedAt, new Date())) return
    restartReason ??= 'it is the time of the day for it'
    workWhenFree()
  }, scheduleMs)
  session.onChanged(showService)
  customers.onFree(workWhenFree)
  if (windowSystemOf(window()) === 'wayland')
    console.error(
      'palpite: on Wayland without X the window cannot stay in front: start with --ozone-platform=x11',
    )
  // The scripts that start it turn the screen.
  if (machine?.turnScreen(config.rotation)) relaunch(`the screen is turned by ${config.rotation} degrees`)
  machine?.ask('check')
  void lookAtMachine()
  void lookAtPrinter()
  void run(terminal, process.env.PALPITE_ENROL_CODE ?? '')
  return {
    id: () => terminal.id,
    inService: () => shown,
    send: (...call) => terminal.send(...call),
    pageCame: () => updates?.pageCame(),
  }
}

const retryMs = 5_000

async function run(terminal: Terminal, code: string): Promise<void> {
  try {
    if (terminal.id === null && code !== '') await terminal.enrol(code)
  } catch (error) {
    console.warn('terminal: no contact', reasonOf(error))
    setTimeout(() => void run(terminal, code), retryMs)
    return
  }
  if (terminal.id !== null) terminal.start(code)
}
