import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip as gzipWithCallback } from 'node:zlib'
import { largestCrashReport, type CrashReport, type SignedCall } from '#contract/terminal.ts'
import { reasonOf } from '../reasonOf.ts'

const gzip = promisify(gzipWithCallback)
/** Where Crashpad leaves finished reports, by system. */
const folders = ['pending', 'completed', 'reports'] as const
/** A larger minidump is not even read. */
const largestDump = 32 * 1024 * 1024

export interface CrashSenderDeps {
  /** Crashpad's folder. */
  folder: string
  version: string
  send(report: Omit<CrashReport, keyof SignedCall>): Promise<{ httpStatus: number }>
}

/**
 * Sends the minidumps on the disk to the server and deletes them: they may have something of a customer in them, so none
 * stays. One at a time, the oldest first.
 */
export class CrashSender {
  readonly #deps: CrashSenderDeps
  #isSending = false

  constructor(deps: CrashSenderDeps) {
    this.#deps = deps
  }

  /** Cheap while there is nothing to send. Never rejects; what could not be sent is tried again at the next call. */
  async sendAll(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    try {
      for (const file of dumpsIn(this.#deps.folder)) {
        if (!(await this.#send(file))) return
        rmSync(file, { force: true })
        rmSync(file.replace(/\.dmp$/, '.meta'), { force: true })
      }
    } catch (error) {
      console.warn('terminal: no crash report sent', reasonOf(error))
    } finally {
      this.#isSending = false
    }
  }

  /** Returns whether the file may be deleted. */
  async #send(file: string): Promise<boolean> {
    const { size, mtime } = statSync(file)
    const dump = size > largestDump ? null : await gzip(readFileSync(file))
    if (dump === null || dump.length > largestCrashReport) {
      console.warn(`terminal: a crash report is too large: ${size} bytes`)
      return true
    }
    const { version, send } = this.#deps
    const crashedAt = mtime.toISOString()
    const { httpStatus: status } = await send({ crashedAt, version, dump: dump.toString('base64') })
    if (status === 200) console.info('terminal: sent a crash report')
    else console.warn(`terminal: the crash report was refused: ${status}`)
    // Too many of them: this one says nothing new. 409 is a sequence that the next heartbeat mends.
    return status !== 409 && status < 500
  }
}

function dumpsIn(folder: string): string[] {
  return folders
    .flatMap((name) => filesIn(join(folder, name)))
    .map((file) => ({ file, time: statSync(file).mtimeMs }))
    .sort((one, other) => one.time - other.time)
    .map(({ file }) => file)
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.dmp'))
      .map((name) => join(folder, name))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
