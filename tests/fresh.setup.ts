/**
 * Runs before each file of the unit and server tests.
 *
 * A file finds none of the module state, and none of the mocks, of the file before: workers run many files in one
 * process. And every run draws the same: the seeds of rounds, chains and matches, and the examples of fast-check.
 * `TEST_SEED=<a whole number>` draws others, to look for what only some draws show; a failure is repeated with the
 * same number.
 */
import { createHash } from 'node:crypto'
import { configureGlobal } from 'fast-check'
import { vi } from 'vitest'

const seed = Number(process.env['TEST_SEED'] ?? 1)
if (!Number.isInteger(seed)) throw new Error('TEST_SEED must be a whole number')

vi.resetModules()
configureGlobal({ seed })

let drawn = 0
/** In place of the platform's generator, from which `newSeed` draws; other random values go on being random. */
function getRandomValues<Bytes extends ArrayBufferView>(bytes: Bytes): Bytes {
  const target = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < target.length; at += 32) {
    const block = createHash('sha256').update(`${seed}:${drawn++}`).digest()
    target.set(block.subarray(0, target.length - at), at)
  }
  return bytes
}
Object.defineProperty(globalThis.crypto, 'getRandomValues', { value: getRandomValues, configurable: true })
