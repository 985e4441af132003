import { expect, test, vi } from 'vitest'
import type { Db } from '#server/db/client.ts'
import { recentSettings, writeSetting } from '#server/domain/settings.ts'

/** A database with one setting. */
function dbWith(value: string) {
  const read = vi.fn(() => Promise.resolve([{ key: 'captcha', value }]))
  const write = () => Promise.resolve([])
  return { db: { read, write } as Partial<Db> as Db, read }
}

test('recent settings are read once a second, and again after one was written', async () => {
  vi.useFakeTimers()
  try {
    const { db, read } = dbWith('widget')
    for (let call = 0; call < 3; call++) expect((await recentSettings(db)).captcha).toBe('widget')
    expect(read).toHaveBeenCalledTimes(1)

    vi.advanceTimersByTime(1_001)
    await recentSettings(db)
    expect(read).toHaveBeenCalledTimes(2)

    await writeSetting(db, 'captcha', 'image')
    await recentSettings(db)
    expect(read).toHaveBeenCalledTimes(3)
  } finally {
    vi.useRealTimers()
  }
})

test('settings that could not be read are read again', async () => {
  const { db, read } = dbWith('image')
  read.mockRejectedValueOnce(new Error('no database'))
  await expect(recentSettings(db)).rejects.toThrow('no database')
  expect((await recentSettings(db)).captcha).toBe('image')
})
