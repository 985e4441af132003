import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rotation } from '#contract/staff.ts'
import { updateReasons, updateStates, type UpdateReason, type UpdateState } from '#contract/terminal.ts'
import { reasonOf } from '../reasonOf.ts'

/** What `resources/venue/debian/request` does for the kiosk, as root. */
export type MachineRequest = 'check' | 'download' | 'install' | 'stop' | 'reboot' | 'poweroff'

export interface MachineFiles {
  /** Where a file is a request. */
  requests: string
  /** What came of the requests. */
  status: string
  /** The operator's repository, as apt is told of it. */
  source: string
  /** How far the screen is turned, for the scripts that start the kiosk. */
  rotation: string
}

export interface MachineStatus {
  state: UpdateState
  /** The newest version of the repository, as far as it is known. */
  version: string | null
  /** Of `failed`. */
  why: UpdateReason | null
  /** The first file of the package that was changed; null: none, or nobody has looked yet. */
  altered: string | null
  /** When it was written, in ms; 0: never. */
  writtenAt: number
}

/** The machine that the Debian package was installed on. The kiosk has no rights over it: it asks, by creating files. */
export class Machine {
  readonly #files: MachineFiles

  constructor(files: MachineFiles) {
    this.#files = files
  }

  /** Returns whether the request could be written. */
  ask(request: MachineRequest): boolean {
    console.info(`machine: asks for ${request}`)
    return this.#write(join(this.#files.requests, `request-${request}`))
  }

  /** Whether the request was not taken up yet. */
  isAsked(request: MachineRequest): boolean {
    return existsSync(join(this.#files.requests, `request-${request}`))
  }

  /** Returns whether the screen is turned otherwise from the next start on. */
  turnScreen(rotation: Rotation): boolean {
    const { rotation: file } = this.#files
    const before = existsSync(file) ? readFileSync(file, 'utf8') : '0'
    return before !== String(rotation) && this.#write(file, String(rotation))
  }

  /** Says that the running version is not broken. */
  prove(): void {
    this.#write(join(this.#files.requests, 'proven'))
  }

  status(): MachineStatus {
    const { status, source } = this.#files
    const lines = existsSync(status) ? readFileSync(status, 'utf8').split('\n') : []
    const fields = new Map(lines.map((line) => line.split(/=(.*)/, 2) as [string, string | undefined]))
    const isFound = existsSync(source)
    return {
      state: isFound ? (updateStates.find((state) => state === fields.get('state')) ?? 'current') : 'failed',
      version: fields.get('version') ?? null,
      why: isFound ? (updateReasons.find((reason) => reason === fields.get('why')) ?? null) : 'noSource',
      altered: fields.get('altered') ?? null,
      writtenAt: existsSync(status) ? statSync(status).mtimeMs : 0,
    }
  }

  #write(file: string, text = ''): boolean {
    try {
      writeFileSync(file, text)
      return true
    } catch (error) {
      console.error(`palpite: ${file} cannot be written`, reasonOf(error))
      return false
    }
  }
}

/** Null where the kiosk was not started by the package's unit. */
export function findMachine(): Machine | null {
  const requests = process.env.PALPITE_REQUESTS
  if (requests === undefined) return null
  return new Machine({
    requests,
    status: '/var/lib/palpite-kiosk/status',
    source: '/etc/apt/sources.list.d/palpite-kiosk.sources',
    rotation: '/var/lib/palpite/rotation',
  })
}
