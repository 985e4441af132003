/**
 * The calls between a venue's terminal (the kiosk's main process) and the server. Every call but the enrolment is
 * signed with the terminal's key, and every order of the server with the server's key. Both are Ed25519 keys.
 */
import type { LanguageCode } from './languages.ts'
import type { PrinterState } from './printing.ts'

export const terminalCalls = {
  /** Exchanges a one-time code for a terminal record. Takes `Enrolment`, returns `Enrolled`. */
  enrol: '/api/terminal/enrol',
  /** Takes `Heartbeat`, returns `HeartbeatReply`. */
  heartbeat: '/api/terminal/heartbeat',
  /** Takes `Screenshot`; refused unless the newest orders ask for one. */
  screenshot: '/api/terminal/screenshot',
  /** Takes `CrashReport`. */
  crash: '/api/terminal/crash',
} as const

/** Base64 of the terminal's signature over `signedText`. */
export const terminalSignatureHeader = 'palpite-signature'

/** The terminal's id, or `none` before its enrolment: every call of a kiosk has it, so that the server knows its kiosks. */
export const terminalHeader = 'palpite-terminal'

export interface Enrolment {
  code: string
  /** Base64 of the DER form (SPKI). */
  publicKey: string
}

export interface Enrolled {
  terminalId: string
  name: string
  /** The server's public key, for `SignedOrders`: base64 of its DER form (SPKI). */
  serverKey: string
}

/**
 * What every signed call has. Calls of the page that only a terminal may make (phoneCalls.startLogin, collectLogin) have it
 * too: the main process adds it and signs them.
 */
export interface SignedCall {
  terminalId: string
  /** Greater than in every call before; a repeated one is refused. */
  sequence: number
}

/** Who counts how long nobody has used a terminal: its system as well, or only its own windows. */
export type IdleSource = 'system' | 'windows'

/** What draws a terminal's window. On `wayland` it can neither stay in front nor be placed. */
export type WindowSystem = 'x11' | 'wayland' | 'windows' | 'macos'

export interface TerminalHealth {
  /** Version of the application. */
  version: string
  /** Version of Electron. */
  runtime: string
  uptimeSeconds: number
  /** The newest error of the terminal's log, with its time and without personal data; null: none. */
  lastError: string | null
  /** Missing: an older version. */
  idleSource?: IdleSource | undefined
  /** Since the last touch, key or movement of the pointer; null: none since it was started. Missing: an older version. */
  lastInputSeconds?: number | null | undefined
  /** Missing: an older version, or its window is not there. */
  windowSystem?: WindowSystem | undefined
  /** As of a moment before; missing: an older version, or nothing is known yet. */
  printer?: PrinterState | undefined
  /** Missing: an older version, or nothing is known yet. */
  machine?: MachineHealth | undefined
}

export const updateStates = ['current', 'ready', 'installing', 'failed', 'rolledBack'] as const
/** `ready`: downloaded, to be installed when nobody uses the terminal; `rolledBack`: the version did not start there. */
export type UpdateState = (typeof updateStates)[number]

/**
 * Why a terminal cannot be updated from a distance, or was not: it was not installed as Debian's package, does not know the
 * operator's repository, could not read it, could not download the package or install it.
 */
export const updateReasons = ['notPackaged', 'noSource', 'list', 'download', 'install'] as const
export type UpdateReason = (typeof updateReasons)[number]

export const programStates = ['protected', 'writable', 'altered', 'unknown'] as const

/** The machine that a terminal runs on. */
export interface MachineHealth {
  diskFreeMb: number
  diskTotalMb: number
  memoryFreeMb: number
  memoryTotalMb: number
  /** The hottest sensor, in degrees Celsius; null: there is none. */
  temperature: number | null
  /** Interfaces that have an address, such as `eth0`. */
  network: string[]
  /** `protected`: its own account may not change it; `altered`: a file is not as it was installed. */
  program: (typeof programStates)[number]
  update: { state: UpdateState; version: string | null; why: UpdateReason | null }
}

export interface Heartbeat extends SignedCall {
  health: TerminalHealth
  /** Version of the orders that the terminal follows; 0: none. */
  ordersVersion: number
}

/** What the terminal shows. Taken while no customer is there. */
export interface Screenshot extends SignedCall {
  /** Version of the orders that requested it. */
  version: number
  /** Base64 of a JPEG. */
  image: string
}

/** The largest image of a `Screenshot`, in bytes. */
export const largestScreenshot = 512 * 1024

/** One of the terminal's processes crashed. */
export interface CrashReport extends SignedCall {
  /** ISO 8601, by the terminal's clock. */
  crashedAt: string
  /** Of the application. */
  version: string
  /** Base64 of a gzipped minidump. */
  dump: string
}

/** The largest dump of a `CrashReport`, gzipped, in bytes. */
export const largestCrashReport = 2 * 1024 * 1024

/**
 * What the operator may set from a distance; these win over `config.json`. Nothing that opens the kiosk, and not its
 * server's address, which could not be corrected from a distance.
 */
export interface RemoteConfig {
  scale?: number | 'fit'
  hideCursor?: boolean
  /** In percent. */
  volume?: number
  language?: LanguageCode
  /** What players may choose from. */
  languages?: LanguageCode[]
  idleSeconds?: number
  idleAnswerSeconds?: number
  /** `09:00-23:00`; '': always open. */
  openingHours?: string
  /** `05:00`; '': never. */
  restartAt?: string
  /** In percent; 0: as the system has it. */
  brightness?: number
  /** As in `config.json` (printerSettings.ts), but no folder: this machine's files are not the operator's. */
  printer?: string
  printerModel?: string
}

/** What the operator wants of a terminal. */
export interface TerminalOrders {
  terminalId: string
  /** Grows with every change. A terminal ignores orders that are not newer than those it has. */
  version: number
  /** False: the terminal shows that it is out of service. */
  inService: boolean
  /** Version of the orders that requested the last restart; 0: none. A terminal restarts once for each. */
  restart: number
  /** Version of the orders that requested the last screenshot; 0: none. A terminal takes one for each. */
  screenshot: number
  /** `RemoteConfig`; the terminal checks it. */
  config: Record<string, unknown>
}

export interface SignedOrders {
  /** JSON of `TerminalOrders`, exactly as signed. */
  orders: string
  /** Base64 of the server's signature over `signedText('orders', orders)`. */
  signature: string
}

export interface HeartbeatReply {
  /** Null when the terminal has the newest orders. */
  orders: SignedOrders | null
  /** Changes with the release that the server offers (release.ts); null or missing: none. */
  release?: string | null | undefined
  /** How long the terminal waits until the next call, in seconds. */
  intervalSeconds: number
}

/** The text that a signature covers: the path of the call (or `orders`), and its exact body. */
export function signedText(path: string, body: string): string {
  return `${path}\n${body}`
}
