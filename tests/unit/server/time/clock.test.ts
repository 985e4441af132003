import { expect, it, vi } from 'vitest'
import { createSandboxClock } from '#server/time/clock.ts'
import type { Db } from '#server/db/client.ts'
import { createLog } from '#server/observe/log.ts'

it('logs a failure to read the offset after a reconnect, and keeps the previous offset', async () => {
  const lines: string[] = []
  const log = createLog('error', { write: (line: string) => void lines.push(line) })
  const read = vi
    .fn()
    .mockResolvedValueOnce([{ offset_ms: 60_000 }])
    .mockRejectedValue(new Error('gone'))
  let reconnect: (() => void) | undefined
  const listen: Db['listen'] = (_channel, _handler, options) => {
    reconnect = options?.onReconnect
    return Promise.resolve(() => Promise.resolve())
  }
  const clock = await createSandboxClock({ db: { read, listen } as Partial<Db> as Db, log })
  reconnect?.()
  await expect.poll(() => lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'reading the clock failed',
    err: { message: 'gone' },
  })
  expect(clock.offset()).toBe(60_000)
})
