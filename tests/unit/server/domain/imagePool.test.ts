import { expect, it } from 'vitest'
import type { CaptchaImage } from '#server/domain/accounts/captcha/image.ts'
import { ImagePool } from '#server/domain/accounts/captcha/imagePool.ts'

it('after the first call twenty pictures are ready, each for one caller', async () => {
  let drawn = 0
  let canDraw = true
  const draw = () =>
    new Promise<CaptchaImage>((done) => {
      if (canDraw) done({ answer: String(++drawn), png: Buffer.alloc(0) })
    })
  const pool = new ImagePool(draw)
  const first = await pool.take()
  await expect.poll(() => drawn).toBe(21)
  canDraw = false
  const taken = await Promise.all(Array.from({ length: 20 }, () => pool.take()))
  expect(new Set([first, ...taken].map(({ answer }) => answer)).size).toBe(21)
})
