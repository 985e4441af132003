import { describe, expect, it } from 'vitest'
import { SessionPool } from '#main/customer/SessionPool.ts'

/** A session that counts what happened to it since it was last given out. */
interface FakeSession {
  number: number
  emptied: number
  canBeEmptied: boolean
}

function createPool() {
  const made: FakeSession[] = []
  const pool = new SessionPool<FakeSession>({
    make: (number) => {
      const session = { number, emptied: 0, canBeEmptied: true }
      made.push(session)
      return session
    },
    empty: async (session) => {
      await Promise.resolve()
      if (!session.canBeEmptied) throw new Error('cannot be emptied')
      session.emptied++
    },
  })
  return { pool, made }
}

describe('SessionPool', () => {
  it('needs three sessions for any number of customers, and empties each twice before it is used again', async () => {
    const { pool, made } = createPool()
    const used = new Set<FakeSession>()
    let current = pool.take()
    for (let customer = 0; customer < 20; customer++) {
      used.add(current)
      current.emptied = 0
      const old = current
      current = pool.take()
      expect(current).not.toBe(old)
      if (used.has(current)) expect(current.emptied).toBe(2)
      await pool.giveBack(old)
    }
    expect(made).toHaveLength(3)
  })

  it('gives nobody a session that is still being emptied', async () => {
    const { pool, made } = createPool()
    const given = [pool.take(), pool.take(), pool.take(), pool.take()]
    const emptied = given.map((session) => pool.giveBack(session))
    expect(given).not.toContain(pool.take())
    await Promise.all(emptied)
    expect(made).toHaveLength(5)
  })

  it('never uses a session again that could not be emptied', async () => {
    const { pool } = createPool()
    const bad = pool.take()
    bad.canBeEmptied = false
    await expect(pool.giveBack(bad)).rejects.toThrow('cannot be emptied')
    for (let customer = 0; customer < 10; customer++) {
      const session = pool.take()
      expect(session).not.toBe(bad)
      await pool.giveBack(session)
    }
  })

  it('never uses a session again that could not be emptied the second time', async () => {
    const { pool } = createPool()
    const bad = pool.take()
    await pool.giveBack(bad)
    bad.canBeEmptied = false
    await expect(pool.giveBack(pool.take())).rejects.toThrow('cannot be emptied')
    for (let customer = 0; customer < 10; customer++) {
      const session = pool.take()
      expect(session).not.toBe(bad)
      await pool.giveBack(session)
    }
  })
})
