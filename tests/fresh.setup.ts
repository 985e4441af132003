/**
 * Runs before each file of the unit and server tests.
 *
 * Resets module state and mocks between files, because workers run many files in one process. Fixes the seeds of
 * rounds, chains and matches, and the examples of fast-check, so that every run draws the same values.
 * `TEST_SEED=<integer>` sets another seed, to look for failures that depend on it and to reproduce them.
 */
import { createHash } from 'node:crypto'
import { configureGlobal } from 'fast-check'
import { vi } from 'vitest'

const seed = Number(process.env['TEST_SEED'] ?? 1)
if (!Number.isInteger(seed)) throw new Error('TEST_SEED must be a whole number')

vi.resetModules()
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
