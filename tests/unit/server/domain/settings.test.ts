import { expect, test, vi } from 'vitest'
import type { Db } from '#server/db/client.ts'
import { recentSettings, writeSetting } from '#server/domain/settings.ts'

/** A database with one setting. */
function dbWith(value: string) {
  const query = vi.fn((text: string) =>
    text.startsWith('select') ? Promise.resolve([{ key: 'captcha', value }]) : Promise.resolve([]),
  )
  return { db: { query } as unknown as Db, query }
}

test('recent settings are read once a second, and again after one was written', async () => {
  vi.useFakeTimers()
  try {
    const { db, query } = dbWith('widget')
    for (let call = 0; call < 3; call++) expect((await recentSettings(db)).captcha).toBe('widget')
    expect(query).toHaveBeenCalledTimes(1)

    vi.advanceTimersByTime(1_001)
    await recentSettings(db)
    expect(query).toHaveBeenCalledTimes(2)

    await writeSetting(db, 'captcha', 'image')
    await recentSettings(db)
    expect(query).toHaveBeenCalledTimes(4)
  } finally {
    vi.useRealTimers()
  }
})

test('settings that could not be read are read again', async () => {
  const { db, query } = dbWith('image')
  query.mockRejectedValueOnce(new Error('no database'))
  await expect(recentSettings(db)).rejects.toThrow('no database')
  expect((await recentSettings(db)).captcha).toBe('image')
})
