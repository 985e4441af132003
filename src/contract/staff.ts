/**
 * The bridge between the main process and the staff panel, a separate window. Main registers these channels for
 * that window alone, so the players' page cannot call them; `staff:open`, which only shows the PIN pad, is in ipc.ts.
 * Main checks the arguments (staff.schema.ts), and everything but the first three wants the right PIN first.
 */
import type { LanguageCode } from './languages.ts'
import type { PrinterState, PrintOutcome } from './printing.ts'
import type { MachineHealth } from './terminal.ts'

/** The PIN pad. */
export interface StaffLock {
  isUnlocked: boolean
  /** Wrong PINs that are left before the panel locks itself. */
  attemptsLeft: number
  /** Until the next PIN is accepted; 0: now. */
  lockedSeconds: number
}

/** What staff may change; the same keys and values as in `config.json`. */
export interface StaffSettings {
  serverUrl: string
  kiosk: boolean
  /** From the left, then from the top, counted from 1; 0: the main one. */
  display: number
  scale: number | 'fit'
  hideCursor: boolean
  /** In percent. */
  volume: number
  language: LanguageCode
  /** What players may choose from. */
  languages: LanguageCode[]
  idleSeconds: number
  idleAnswerSeconds: number
  attractSeconds: number
  /** An absolute path, or ''. */
  logFolder: string
  /** printerSettings.ts. */
  printer: string
  printerColumns: 42 | 48
  printerModel: string
  /** `09:00-23:00`; '': always open. */
  openingHours: string
  /** `05:00`; '': never. */
  restartAt: string
  /** In percent; 0: as the system has it. */
  brightness: number
  /** Degrees clockwise; only where the package turns the screen (`StaffHealth.isPackage`). */
  rotation: Rotation
  paymentOrigins: string[]
  frameOrigins: string[]
}

export const rotations = [0, 90, 180, 270] as const
export type Rotation = (typeof rotations)[number]

export type StaffSetting = keyof StaffSettings

export interface StaffHealth {
  version: string
  /** Version of Electron. */
  runtime: string
  uptimeSeconds: number
  /** Of one small request; null: no response. */
  serverLatencyMs: number | null
  /** The server's; null: no response. */
  brand: string | null
  jurisdiction: string | null
  /** From the left, then from the top. */
  displays: { width: number; height: number; isPrimary: boolean }[]
  /** Why `config.json` was not used; null: it was. */
  configDamage: string | null
  /** The application was installed as the package that can turn the machine off, and its screen. */
  isPackage: boolean
  /** The screen has a light that can be set. */
  hasBacklight: boolean
  /** Null: it cannot be read. */
  machine: MachineHealth | null
  /** Of the running configuration. */
  printer: PrinterState
  /** The newest last. */
  lastErrors: { at: string; text: string }[]
}

/** Who sets what staff cannot change at the machine: its environment, or the operator from a distance. */
export type SetBy = 'environment' | 'operator'

export interface StaffState {
  /** As they are in effect. */
  settings: StaffSettings
  /** What the file says about these has no effect, and saving leaves it as it is. */
  fixed: Partial<Record<StaffSetting, SetBy>>
  health: StaffHealth
}

/** `invalid`: settings that were refused; nothing is saved then. */
export type StaffSaved = { isSaved: true } | { isSaved: false; invalid: StaffSetting[] }

export interface StaffRequests {
  'staff:lock': { args: []; result: StaffLock & { language: LanguageCode } }
  'staff:unlock': { args: [pin: string]; result: StaffLock }
  'staff:close': { args: []; result: null }
  'staff:read': { args: []; result: StaffState }
  /** The application starts again with them. */
  'staff:save': { args: [StaffSettings]; result: StaffSaved }
  /** Returns the name of the file in `logFolder`; null: there is no such folder, or it cannot be written. */
  'staff:exportLog': { args: []; result: string | null }
  /** On the printer of the running configuration. */
  'staff:printTest': { args: []; result: PrintOutcome }
  'staff:restart': { args: []; result: null }
  /** Ends the application for good: it does not come back by itself. */
  'staff:quit': { args: []; result: null }
  /** Turns the machine off, or off and on; false: it cannot (`StaffHealth.isPackage`). */
  'staff:turnOff': { args: [kind: 'reboot' | 'poweroff']; result: boolean }
}

export type StaffRequestName = keyof StaffRequests

/** `window.staff`, set by the panel's preload script. */
export interface StaffBridge {
  invoke<Name extends StaffRequestName>(
    name: Name,
    ...args: StaffRequests[Name]['args']
  ): Promise<StaffRequests[Name]['result']>
}

/** Digits of a PIN. */
export const pinLength = { min: 6, max: 12 }

declare global {
  // `var` is how a global is declared.
  var staff: StaffBridge | undefined
}
