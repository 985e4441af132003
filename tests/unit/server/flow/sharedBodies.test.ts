import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { SharedBodies } from '#server/flow/sharedBodies.ts'

const at = (ms: number, revision = 0) => ({ now: new Date(ms), revision })

it('draws a body once for all who ask in the same quarter of a second, per key', () => {
  const bodies = new SharedBodies()
  let drawn = 0
  const draw = () => String(++drawn)
  const first = bodies.ofState('a', at(1_000), draw)
  expect(bodies.ofState('a', at(1_249), draw)).toBe(first)
  expect(bodies.ofState('b', at(1_249), draw).text).toBe('2')
  expect(bodies.ofState('a', at(1_250), draw).text).toBe('3')
})

it('draws it again when its source has changed, and when the clock was moved back', () => {
  const bodies = new SharedBodies()
  let drawn = 0
  const draw = () => String(++drawn)
  bodies.ofState('a', at(1_000, 1), draw)
  expect(bodies.ofState('a', at(1_000, 2), draw).text).toBe('2')
  expect(bodies.ofState('a', at(900, 2), draw).text).toBe('3')
})

it('never gives a result that was read before the call, and reads once for those that arrive during a read', async () => {
  const bodies = new SharedBodies()
  let reads = 0
  const read = async () => String(++reads)
  const texts = await Promise.all(Array.from({ length: 10 }, () => bodies.fromDatabase('a', read)))
  expect(texts.map(({ text }) => text)).toEqual(['1', ...Array<string>(9).fill('2')])
  expect((await bodies.fromDatabase('a', read)).text).toBe('3')
})

it('compresses a text once for each encoding, also when it was read again', async () => {
  const bodies = new SharedBodies()
  const read = async () => 'x'.repeat(2_000)
  const first = await bodies.fromDatabase('a', read)
  const compressed = await first.compressed('gzip')
  expect(gunzipSync(compressed).toString()).toBe('x'.repeat(2_000))
  const second = await bodies.fromDatabase('a', read)
  expect(await second.compressed('gzip')).toBe(compressed)
  expect(await second.compressed('br')).not.toBe(compressed)
})

it('a read that fails is tried again by the next call', async () => {
  const bodies = new SharedBodies()
  await expect(bodies.fromDatabase('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect((await bodies.fromDatabase('a', async () => 'up')).text).toBe('up')
})
