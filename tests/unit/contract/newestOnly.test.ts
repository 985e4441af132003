import { expect, it } from 'vitest'
import { newestOnly } from '#contract/newestOnly.ts'

/** Sets up a load whose outcome the test decides. */
function setUp() {
  const ends = new Map<string, { resolve: (value: string) => void; reject: (error: Error) => void }>()
  const load = newestOnly(
    (key: string) => new Promise<string>((resolve, reject) => ends.set(key, { resolve, reject })),
  )
  return { load, endOf: (key: string) => ends.get(key)! }
}

it('only the newest of two overlapping loads counts, whichever finishes last', async () => {
  const { load, endOf } = setUp()
  const [first, second] = [load('a'), load('b')]
  endOf('b').resolve('B')
  endOf('a').resolve('A')
  expect(await Promise.all([first, second])).toEqual([null, { value: 'B' }])
})

it('a load that ended before the next one began counts', async () => {
  const { load, endOf } = setUp()
  const first = load('a')
  endOf('a').resolve('A')
  expect(await first).toEqual({ value: 'A' })
  const second = load('b')
  endOf('b').resolve('B')
  expect(await second).toEqual({ value: 'B' })
})

it('fails when the newest fails, not when a superseded one does', async () => {
  const { load, endOf } = setUp()
  const [first, second] = [load('a'), load('b')]
  endOf('a').reject(new Error('late'))
  endOf('b').reject(new Error('lost'))
  expect(await first).toBeNull()
  await expect(second).rejects.toThrow('lost')
})
