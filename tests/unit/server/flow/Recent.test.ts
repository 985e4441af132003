import { expect, test, vi } from 'vitest'
import { Recent } from '#server/flow/Recent.ts'

test('a value is read once within its age, and again after that or when it is to be forgotten', async () => {
  vi.useFakeTimers()
  try {
    const read = vi.fn(() => Promise.resolve('widget'))
    const recent = new Recent(read, 1_000)
    for (let call = 0; call < 3; call++) expect(await recent.get()).toBe('widget')
    expect(read).toHaveBeenCalledTimes(1)

    vi.advanceTimersByTime(1_001)
    await recent.get()
    expect(read).toHaveBeenCalledTimes(2)

    recent.forget()
    await recent.get()
    expect(read).toHaveBeenCalledTimes(3)
  } finally {
    vi.useRealTimers()
  }
})

test('a value that could not be read is read again', async () => {
  const read = vi.fn(() => Promise.resolve('image'))
  read.mockRejectedValueOnce(new Error('no database'))
  const recent = new Recent(read, 1_000)
  await expect(recent.get()).rejects.toThrow('no database')
  expect(await recent.get()).toBe('image')
})
