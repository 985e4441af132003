import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { CaptchaImage } from '#server/domain/captcha/image.ts'
import { ReadyPool } from '#server/flow/ReadyPool.ts'

it('after the first call twenty pictures are ready, each for one caller', async () => {
  let drawn = 0
  let canDraw = true
  const draw = () =>
    new Promise<CaptchaImage>((done) => {
      if (canDraw) done({ answer: String(++drawn), png: Buffer.alloc(0) })
    })
  const pool = new ReadyPool(draw)
  const first = await pool.take()
  await expect.poll(() => drawn).toBe(21)
  canDraw = false
  const taken = await Promise.all(Array.from({ length: 20 }, () => pool.take()))
  expect(new Set([first, ...taken].map(({ answer }) => answer)).size).toBe(21)
})

it('draws one picture at a time, also for calls that wait for one', async () => {
  let drawing = 0
  let most = 0
  const pool = new ReadyPool(async () => {
    most = Math.max(most, ++drawing)
    await delay(1)
    drawing--
    return { answer: randomUUID(), png: Buffer.alloc(0) }
  })
  const taken = await Promise.all(Array.from({ length: 30 }, () => pool.take()))
  expect(new Set(taken.map(({ answer }) => answer)).size).toBe(30)
  expect(most).toBe(1)
})

it('a picture that cannot be drawn fails the calls that wait, and the next call draws again', async () => {
  let isBroken = true
  const pool = new ReadyPool(() =>
    isBroken ? Promise.reject(new Error('broken')) : Promise.resolve({ answer: 'A', png: Buffer.alloc(0) }),
  )
  const failed = await Promise.allSettled([pool.take(), pool.take()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect((await pool.take()).answer).toBe('A')
})
