/**
 * Runs before each file of the unit and server tests.
 *
 * Resets mocks, timers and the state of modules between files, because workers run many files in one process. Fixes the seeds of
 * rounds, chains and matches, and the examples of fast-check, so that every run draws the same values.
 * `TEST_SEED=<integer>` sets another seed, to look for failures that depend on it and to reproduce them.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { configureGlobal } from 'fast-check'
import { expect, vi } from 'vitest'

const seed = Number(process.env['TEST_SEED'] ?? 1)
if (!Number.isInteger(seed)) throw new Error('TEST_SEED must be a whole number')

declare global {
  var filesShareModules: boolean | undefined
}

/**
 * Server and contract keep their state in objects that each test creates, so these tests share the loaded modules:
 * loading them again for every file took a third of the CPU time. Other modules have state, and a file with a mock needs
 * modules that import the mock.
 */
const isShared = sharesModules(expect.getState().testPath ?? '')
if (!isShared || !globalThis.filesShareModules) vi.resetModules()
globalThis.filesShareModules = isShared

function sharesModules(file: string): boolean {
  const isStateless = /^(server|ledger|security|reliability|unit\/(server|contract))\//.test(
    relative(import.meta.dirname, file),
  )
  return isStateless && !/\bvi\.(mock|doMock)\(/.test(readFileSync(file, 'utf8'))
}

vi.useRealTimers()

configureGlobal({ seed })

let drawn = 0
/** Replaces the platform's generator for `newSeed`; other random values stay random. */
function getRandomValues<Bytes extends ArrayBufferView>(bytes: Bytes): Bytes {
  const target = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < target.length; at += 32) {
    const block = createHash('sha256').update(`${seed}:${drawn++}`).digest()
    target.set(block.subarray(0, target.length - at), at)
  }
  return bytes
}
Object.defineProperty(globalThis.crypto, 'getRandomValues', { value: getRandomValues, configurable: true })
