import { connect } from 'node:net'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { freePort, tryPort } from '#server/http/port.ts'

const host = '127.0.0.1'

it('keeps a port that it chose from all others until it is released', async () => {
  const chosen = await tryPort({ host, port: 0 })
  await expect(tryPort({ host, port: chosen.number })).rejects.toThrow(`Port ${chosen.number}`)
  const other = await freePort({ host, port: chosen.number })
  expect(other.number).not.toBe(chosen.number)
  await Promise.all([chosen.release(), chosen.release(), other.release()])
  expect((await tryPort({ host, port: chosen.number })).number).toBe(chosen.number)
})

it('leaves a configured port closed', async () => {
  const chosen = await tryPort({ host, port: 0 })
  await chosen.release()
  await tryPort({ host, port: chosen.number })
  const [error] = (await once(connect(chosen.number, host), 'error')) as [NodeJS.ErrnoException]
  expect(error.code).toBe('ECONNREFUSED')
})
