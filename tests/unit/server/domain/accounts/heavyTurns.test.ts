import { expect, it } from 'vitest'
import { ImagePool } from '#server/domain/accounts/captcha/imagePool.ts'
import { hashPassword } from '#server/domain/accounts/passwords.ts'

it('a password does not wait for the captchas that were asked for before it', async () => {
  const pool = new ImagePool()
  const done: string[] = []
  const jobs = Array.from({ length: 8 }, async () => {
    await pool.take()
    done.push('picture')
  })
  jobs.push(hashPassword('Senha-forte-1').then(() => void done.push('password')))
  await Promise.all(jobs)
  expect(done.indexOf('password')).toBeLessThan(3)
})
