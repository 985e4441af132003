import { join } from 'node:path'
import { app, screen, type BrowserWindow } from 'electron'
import * as v from 'valibot'
import type { PrinterState, PrintOutcome } from '#contract/printing.ts'
import { appInfoCalls } from '#contract/http/appInfo.ts'
import { staffSchemas } from '#contract/staff.schema.ts'
import type {
  StaffHealth,
  StaffLock,
  StaffRequestName,
  StaffRequests,
  StaffSetting,
  StaffSettings,
} from '#contract/staff.ts'
import { createHttpClient, type NetFetch } from '#http/httpClient.ts'
import type { LoadedConfig } from '../config/config.ts'
import { readConfigFile } from '../config/configFile.ts'
import { saveConfig } from '../config/saveConfig.ts'
import { inOrder } from '../kiosk/chooseDisplay.ts'
import { exportLog } from '../log/exportLog.ts'
import { Backlight } from '../machine/Backlight.ts'
import { readMachineHealth } from '../machine/health.ts'
import { findMachine } from '../machine/Machine.ts'
import { finishWork, startAgain } from '../recovery/relaunch.ts'
import { isTrustedSender } from '../security/sender.ts'
import { Attempts } from './Attempts.ts'
import { attemptsFile } from './attemptsFile.ts'
import { fixedSettings, only } from './fixedSettings.ts'
import { lastErrors } from './lastErrors.ts'
import { Pin } from './Pin.ts'
import { createStaffWindow } from './staffWindow.ts'
import { reasonOf } from '../reasonOf.ts'

export interface StaffPanelDeps {
  config: LoadedConfig
  /** The folder of `config.json`. */
  folder: string
  /** The renderer's origin. */
  origin: string
  /** From the environment: becomes the PIN. */
  newPin: string | undefined
  window(): BrowserWindow | null
  fetch: NetFetch
  printTestPage(): Promise<PrintOutcome>
  readPrinter(): Promise<PrinterState>
}

export interface StaffPanel {
  /** Shows the PIN pad; nothing without a PIN. */
  open(): void
}

type Handlers = {
  [Name in StaffRequestName]: (
    ...args: StaffRequests[Name]['args']
  ) => Promise<StaffRequests[Name]['result']> | StaffRequests[Name]['result']
}

const machine = findMachine()

/** Calls of the PIN pad. */
const beforePin: ReadonlySet<StaffRequestName> = new Set(['staff:lock', 'staff:unlock', 'staff:close'])
/** A panel that nobody touches closes. */
const untouchedMs = 120_000
const latencyTimeoutMs = 5_000

/** The staff panel: opened by a gesture, used after a PIN, in a window that the players' page cannot reach. */
export function createStaffPanel(deps: StaffPanelDeps): StaffPanel {
  const pin = new Pin(deps.folder)
  const attempts = new Attempts(join(app.getPath('userData'), attemptsFile))
  let current: BrowserWindow | null = null
  if (deps.newPin !== undefined) setPin(pin, attempts, deps.newPin)

  function open(): void {
    const parent = deps.window()
    if (current !== null || parent === null) return
    if (!pin.isSet) return console.warn('refused: the staff panel has no PIN')
    const window = createStaffWindow({
      parent,
      origin: deps.origin,
      zoomFactor: parent.webContents.getZoomFactor(),
    })
    current = window
    const close = setTimeout(() => window.destroy(), untouchedMs)
    window.webContents.on('input-event', () => close.refresh())
    window.webContents.on('render-process-gone', () => window.destroy())
    window.on('closed', () => {
      clearTimeout(close)
      current = null
    })
    register(window, deps, pin, attempts)
  }

  return { open }
}

function setPin(pin: Pin, attempts: Attempts, text: string): void {
  pin
    .set(text)
    .then((isNew) => {
      if (isNew) attempts.forgive()
    })
    .catch((error: unknown) => {
      console.error('palpite: PALPITE_STAFF_PIN', reasonOf(error))
    })
}

/** Handles the calls of this window alone: the channels exist on its web contents only. */
function register(window: BrowserWindow, deps: StaffPanelDeps, pin: Pin, attempts: Attempts): void {
  let isUnlocked = false
  let isChecking = false
  const lock = (): StaffLock => ({
    isUnlocked,
    attemptsLeft: attempts.left,
    lockedSeconds: Math.ceil(attempts.lockedMs / 1000),
  })
  const fileSettings = () => settingsOf(readConfigFile(deps.folder).config)
  const handlers: Handlers = {
    'staff:lock': () => ({ ...lock(), language: deps.config.language }),
    'staff:unlock': async (text) => {
      // One at a time, each counted before it is checked.
      if (isChecking || isUnlocked || !attempts.begin()) return lock()
      isChecking = true
      try {
        isUnlocked = await pin.matches(text)
      } finally {
        isChecking = false
      }
      if (isUnlocked) attempts.forgive()
      else console.warn(`refused: a wrong staff PIN, ${attempts.left} left`)
      return lock()
    },
    'staff:close': () => {
      window.destroy()
      return null
    },
    'staff:read': async () => {
      const fixed = fixedSettings(deps.config.remote, process.env)
      return {
        settings: { ...fileSettings(), ...only(settingsOf(deps.config), fixed) },
        fixed,
        health: await health(deps),
      }
    },
    'staff:save': (settings) => {
      const kept = only(fileSettings(), fixedSettings(deps.config.remote, process.env))
      const invalid = saveConfig(deps.folder, { ...settings, ...kept }) as StaffSetting[]
      if (invalid.length > 0) return { isSaved: false, invalid }
      console.warn('staff: settings were changed')
      machine?.turnScreen(settings.rotation)
      startAgainSoon()
      return { isSaved: true }
    },
    'staff:exportLog': () => {
      const { logFolder } = readConfigFile(deps.folder).config
      try {
        return exportLog(join(app.getPath('userData'), 'logs'), logFolder, new Date())
      } catch (error) {
        console.warn('staff: the log was not exported', reasonOf(error))
        return null
      }
    },
    'staff:printTest': () => deps.printTestPage(),
    'staff:restart': () => {
      startAgainSoon()
      return null
    },
    'staff:quit': async () => {
      console.warn('staff: quit')
      await finishWork()
      // The unit would start it again: only root can stop that.
      if (!machine?.ask('stop')) app.quit()
      return null
    },
    'staff:turnOff': async (kind) => {
      console.warn(`staff: ${kind}`)
      await finishWork()
      return machine?.ask(kind) ?? false
    },
  }
  for (const name of Object.keys(handlers) as StaffRequestName[]) {
    window.webContents.ipc.handle(name, (event, ...args: unknown[]) => {
      if (!isTrustedSender(event.senderFrame, deps.origin)) throw new Error('refused')
      if (!isUnlocked && !beforePin.has(name)) {
        console.warn('refused: staff call without the PIN', name)
        throw new Error('refused')
      }
      const parsed = v.safeParse(staffSchemas[name], args)
      if (!parsed.success) throw new Error('refused')
      const handler = handlers[name] as (...args: unknown[]) => unknown
      return handler(...(parsed.output as unknown[]))
    })
  }
}

/** After the answer to the panel, the customer's logout, and the end of the demonstration's server. */
function startAgainSoon(): void {
  setImmediate(async () => {
    await finishWork()
    if (process.env.PALPITE_REQUESTS !== undefined) return startAgain(0)
    app.relaunch()
    app.quit()
  })
}

/** The settings of the configuration that staff may change. */
function settingsOf(config: StaffSettings): StaffSettings {
  return {
    serverUrl: config.serverUrl,
    kiosk: config.kiosk,
    display: config.display,
    scale: config.scale,
    hideCursor: config.hideCursor,
    volume: config.volume,
    language: config.language,
    languages: config.languages,
    idleSeconds: config.idleSeconds,
    idleAnswerSeconds: config.idleAnswerSeconds,
    attractSeconds: config.attractSeconds,
    logFolder: config.logFolder,
    printer: config.printer,
    printerColumns: config.printerColumns,
    printerModel: config.printerModel,
    openingHours: config.openingHours,
    restartAt: config.restartAt,
    brightness: config.brightness,
    rotation: config.rotation,
    paymentOrigins: config.paymentOrigins,
    frameOrigins: config.frameOrigins,
  }
}

async function health(deps: StaffPanelDeps): Promise<StaffHealth> {
  const primary = screen.getPrimaryDisplay().id
  return {
    version: app.getVersion(),
    runtime: process.versions.electron,
    uptimeSeconds: Math.round(process.uptime()),
    ...(await askServer(deps)),
    displays: inOrder(screen.getAllDisplays()).map(({ id, size, scaleFactor }) => ({
      width: Math.round(size.width * scaleFactor),
      height: Math.round(size.height * scaleFactor),
      isPrimary: id === primary,
    })),
    configDamage: deps.config.damage,
    isPackage: machine !== null,
    hasBacklight: new Backlight().exists,
    machine: await readMachineHealth(machine, deps.folder).catch((error: unknown) => {
      console.warn('staff: no health of the machine', reasonOf(error))
      return null
    }),
    printer: await deps.readPrinter(),
    lastErrors: lastErrors(),
  }
}

const appInfo = v.object({ data: v.object({ brand: v.string(), jurisdiction: v.string() }) })

async function askServer({
  config,
  fetch,
}: StaffPanelDeps): Promise<Pick<StaffHealth, 'serverLatencyMs' | 'brand' | 'jurisdiction'>> {
  const start = performance.now()
  try {
    const net = { fetch, serverUrl: config.serverUrl }
    const { data } = await createHttpClient({ net, timeoutMs: latencyTimeoutMs }).get(
      appInfoCalls.appInfo.path,
    )
    const { brand, jurisdiction } = v.parse(appInfo, data).data
    return { serverLatencyMs: Math.round(performance.now() - start), brand, jurisdiction }
  } catch (error) {
    console.warn('staff: the server does not respond', reasonOf(error))
    return { serverLatencyMs: null, brand: null, jurisdiction: null }
  }
}
