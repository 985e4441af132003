import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { CommitUnknownError, type Db, type Tx } from '#server/db/client.ts'
import { idempotent, type StoredResponse } from '#server/http/idempotency.ts'
import { createTestDb } from './helpers/testDb.ts'

const { db } = await createTestDb({ connections: 25 })
await db.write('create table effects (key text, n bigint generated always as identity)')

class Refused extends Error {
  readonly status = 400
  constructor(readonly body: string) {
    super('refused')
  }
}

const intent = (key: string, bodyHash = 'a') => ({ userId: 'u', key, route: 'POST /bet', bodyHash })

async function act(tx: Tx, key: string): Promise<StoredResponse> {
  const [row] = await tx.query<{ n: number }>('insert into effects (key) values ($1) returning n', [key])
  return { status: 200, body: JSON.stringify({ n: row?.n, é: '✓' }) }
}

async function effectsOf(key: string): Promise<number> {
  return (await db.read('select 1 from effects where key = $1', [key])).length
}

/** A database whose connection breaks during the first commit. With `thenThrow` every later call fails. */
function cutOnce({ isCommitted, thenThrow }: { isCommitted: boolean; thenThrow?: Error }): Db {
  let calls = 0
  return {
    ...db,
    async tx(fn) {
      if (++calls > 1) {
        if (thenThrow) throw thenThrow
        return db.tx(fn)
      }
      if (isCommitted) await db.tx(fn)
      throw new CommitUnknownError(new Error('Connection terminated unexpectedly'))
    },
  }
}

describe('a key', () => {
  it('has one effect and one response for twenty concurrent callers, and later', async () => {
    const key = randomUUID()
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        idempotent(db, intent(key), async (tx) => {
          const response = await act(tx, key)
          await delay(20)
          return response
        }),
      ),
    )
    responses.push(await idempotent(db, intent(key), (tx) => act(tx, key)))
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
    expect(await effectsOf(key)).toBe(1)
  })

  it('stores a refusal as its response, and rolls back earlier writes', async () => {
    const key = randomUUID()
    let calls = 0
    const refuse = async (tx: Tx): Promise<StoredResponse> => {
      await act(tx, key)
      throw new Refused(`no ${++calls}`)
    }
    const responses = await Promise.all(Array.from({ length: 20 }, () => idempotent(db, intent(key), refuse)))
    const later = await idempotent(db, intent(key), (tx) => act(tx, key))
    expect(new Set([...responses, later].map((response) => JSON.stringify(response))).size).toBe(1)
    expect(later.status).toBe(400)
    expect(await effectsOf(key)).toBe(0)
  })

  it('does not store a fault: a retry may succeed', async () => {
    const key = randomUUID()
    await expect(
      idempotent(db, intent(key), async (tx) => {
        await act(tx, key)
        throw new Error('broken')
      }),
    ).rejects.toThrow('broken')
    expect(await effectsOf(key)).toBe(0)
    expect((await idempotent(db, intent(key), (tx) => act(tx, key))).status).toBe(200)
    expect(await effectsOf(key)).toBe(1)
  })

  it('is refused with another body or for another call', async () => {
    const key = randomUUID()
    await idempotent(db, intent(key), (tx) => act(tx, key))
    await expect(idempotent(db, intent(key, 'b'), (tx) => act(tx, key))).rejects.toMatchObject({
      key: 'idempotencyKeyReused',
      httpStatus: 422,
    })
    const other = { ...intent(key), route: 'POST /withdraw' }
    await expect(idempotent(db, other, (tx) => act(tx, key))).rejects.toMatchObject({ httpStatus: 422 })
    expect(await effectsOf(key)).toBe(1)
  })

  it('belongs to one player', async () => {
    const key = randomUUID()
    const first = await idempotent(db, intent(key), (tx) => act(tx, key))
    const second = await idempotent(db, { ...intent(key), userId: 'v' }, (tx) => act(tx, key))
    expect(second.body).not.toBe(first.body)
  })

  it('has one effect or none after a cut commit, and the response says which', async () => {
    for (const isCommitted of [true, false]) {
      const key = randomUUID()
      const response = await idempotent(cutOnce({ isCommitted }), intent(key), (tx) => act(tx, key))
      expect(response.status).toBe(200)
      expect(await effectsOf(key)).toBe(1)
    }
  })

  it('never gets a response that denies an effect while the database stays down after a cut commit', async () => {
    const key = randomUUID()
    const unreachable = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const cut = cutOnce({ isCommitted: true, thenThrow: unreachable })
    await expect(idempotent(cut, intent(key), (tx) => act(tx, key))).rejects.toThrow(CommitUnknownError)
    const response = await idempotent(db, intent(key), (tx) => act(tx, key))
    expect(response.status).toBe(200)
    expect(await effectsOf(key)).toBe(1)
  })

  it('may be missing: then every call takes effect', async () => {
    const key = randomUUID()
    const without = { ...intent(key), key: undefined }
    await idempotent(db, without, (tx) => act(tx, key))
    await idempotent(db, without, (tx) => act(tx, key))
    expect(await effectsOf(key)).toBe(2)
  })
})
