import { describe, expect, it } from 'vitest'
import { SharedRuns } from '#server/flow/sharedRuns.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('shared runs', () => {
  it('run one at a time; calls made meanwhile share the next run', async () => {
    const runs = new SharedRuns()
    const ends: (() => void)[] = []
    const lookUp = () =>
      runs.run('token', () => {
        const index = ends.length
        return new Promise<number>((resolve) => ends.push(() => resolve(index)))
      })
    const first = lookUp()
    const meanwhile = Array.from({ length: 100 }, lookUp)
    await settle()
    expect(ends).toHaveLength(1)
    ends[0]?.()
    await settle()
    const later = lookUp()
    expect(ends).toHaveLength(2)
    ends[1]?.()
    await settle()
    ends[2]?.()
    expect(await first).toBe(0)
    expect(new Set(await Promise.all(meanwhile))).toEqual(new Set([1]))
    expect(await later).toBe(2)
  })

  it('of different keys do not wait for each other', async () => {
    const runs = new SharedRuns()
    void runs.run('ana', () => new Promise(() => {}))
    expect(await runs.run('bia', () => Promise.resolve(7))).toBe(7)
  })

  it('continue after a failed run, which fails for its own callers only', async () => {
    const runs = new SharedRuns()
    const first = runs.run('token', () => Promise.reject(new Error('broken')))
    const next = runs.run('token', () => Promise.resolve('found'))
    await expect(first).rejects.toThrow('broken')
    expect(await next).toBe('found')
    expect(await runs.run('token', () => Promise.resolve('again'))).toBe('again')
  })
})
