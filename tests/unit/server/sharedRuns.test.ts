import { describe, expect, it } from 'vitest'
import { SharedRuns } from '#server/sharedRuns.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('shared runs', () => {
  it('take one run at a time; calls that come meanwhile share the next one', async () => {
    const runs = new SharedRuns()
    const ends: (() => void)[] = []
    const look = () =>
      runs.run('token', () => {
        const turn = ends.length
        return new Promise<number>((resolve) => ends.push(() => resolve(turn)))
      })
    const first = look()
    const meanwhile = Array.from({ length: 100 }, look)
    await settle()
    expect(ends).toHaveLength(1)
    ends[0]?.()
    await settle()
    const later = look()
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

  it('go on after one that failed, and fail for its own callers only', async () => {
    const runs = new SharedRuns()
    const first = runs.run('token', () => Promise.reject(new Error('broken')))
    const next = runs.run('token', () => Promise.resolve('found'))
    await expect(first).rejects.toThrow('broken')
    expect(await next).toBe('found')
    expect(await runs.run('token', () => Promise.resolve('again'))).toBe('again')
  })
})
