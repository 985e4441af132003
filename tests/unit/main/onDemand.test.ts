import { expect, it } from 'vitest'
import { onDemand } from '#main/onDemand.ts'

it('loads once, also for those who ask while it loads', async () => {
  let loads = 0
  const { load } = onDemand(async () => ++loads)
  expect(await Promise.all([load(), load()])).toEqual([1, 1])
  expect(await load()).toBe(1)
})

it('loads again after a failure, and does what waits for it only when it is there', async () => {
  const seen: string[] = []
  const attempts = [() => Promise.resolve('code'), () => Promise.reject(new Error('no code'))]
  const { load, whenLoaded } = onDemand(async () => attempts.pop()?.() ?? 'once more')
  whenLoaded((value) => seen.push(`before ${value}`))
  const failed = load()
  whenLoaded((value) => seen.push(`failed ${value}`))
  await expect(failed).rejects.toThrow('no code')
  const loaded = load()
  whenLoaded((value) => seen.push(`then ${value}`))
  expect(await loaded).toBe('code')
  expect(await load()).toBe('code')
  expect(seen).toEqual(['then code'])
})
