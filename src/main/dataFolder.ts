import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from './reasonOf.ts'

/** More than Chromium and our own files write at the start. */
const neededBytes = 1024 * 1024

/**
 * The folder for this start's data: `wanted`, or one below `temporary` while `wanted` cannot be written (read-only or
 * full). The same `wanted` always has the same substitute, so that a second start still finds the first. Throws when
 * neither can be written.
 */
export function writableFolder(wanted: string, temporary: string): string {
  const problem = whyNotWritable(wanted)
  if (problem === null) return wanted
  const substitute = join(
    temporary,
    `palpite-${createHash('sha256').update(wanted).digest('hex').slice(0, 16)}`,
  )
  console.error(`palpite: ${wanted} cannot be written (${problem}); nothing of this run is kept`)
  const failed = whyNotWritable(substitute)
  if (failed !== null) throw new Error(`neither ${wanted} nor ${substitute} can be written: ${failed}`)
  return substitute
}

/** Null: it can be written. */
export function whyNotWritable(folder: string): string | null {
  const probe = join(folder, `.probe-${randomUUID()}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    try {
      writeFileSync(probe, Buffer.alloc(neededBytes))
    } finally {
      // A full disk leaves a part of it.
      rmSync(probe, { force: true })
    }
    return null
  } catch (error) {
    return reasonOf(error)
  }
}
