import { CommitUnknown, type Db, type SqlValue, type Tx } from './db/client.ts'
import { Refusal } from './errors.ts'

/** A finished answer: HTTP status and the very bytes of the body. */
export interface StoredAnswer {
  status: number
  body: string
}

/** Which intent of which player; without a key nothing is stored. */
export interface Intent {
  userId: string
  key: string | undefined
  route: string
  bodyHash: string
}

interface KeyRow {
  route: string
  body_hash: string
  status: number | null
  response: string | null
}

const claimSql = `insert into idempotency_keys (user_id, key, route, body_hash) values ($1, $2, $3, $4)
  on conflict do nothing returning 1 as claimed`
const answerSql = 'update idempotency_keys set status = $3, response = $4 where user_id = $1 and key = $2'
const readSql = `select route, body_hash, status, response from idempotency_keys
  where user_id = $1 and key = $2`

/**
 * Runs `fn` in one transaction with the key's row, so that its effects and its answer commit together, once.
 * The same key again answers the stored bytes; while the first is at work, others wait for it. The same key
 * with another route or body is Refusal('idempotencyKeyReused').
 *
 * A refusal is an answer too: when `fn` throws an error that carries `status` and `body`, what it did is
 * rolled back and the answer is stored. Should another call with the key have answered in between, that
 * answer is given: all callers get the same bytes. Any other error stores nothing, so a retry may succeed.
 */
export async function idempotent(
  db: Db,
  intent: Intent,
  fn: (tx: Tx) => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const { key } = intent
  if (key === undefined) return plain(db, fn)
  const keyed = { ...intent, key }
  try {
    return await once(db, keyed, fn)
  } catch (error) {
    // Whether it happened, the key knows: it is there with its answer, or it is free.
    if (error instanceof CommitUnknown) return once(db, keyed, fn)
    if (!isAnswer(error)) throw error
    const answer = { status: error.status, body: error.body }
    return once(db, keyed, () => Promise.resolve(answer))
  }
}

type KeyedIntent = Intent & { key: string }

/** The answer is there: what this transaction has done in the meantime is rolled back. */
class AlreadyAnswered extends Error {}

async function once(
  db: Db,
  intent: KeyedIntent,
  fn: (tx: Tx) => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const { userId, key, route, bodyHash } = intent
  try {
    return await db.tx(async (tx) => {
      // Waits for a transaction that has taken the key. Sent with the first statement of `fn`, to save the
      // way there and back; `fn` gets no rows before the key is known to be free.
      const claimed = tx.query(claimSql, [userId, key, route, bodyHash]).then((rows) => {
        if (rows.length === 0) throw new AlreadyAnswered()
      })
      const working = fn({
        ...tx,
        query: async <Row extends object>(sql: string, params?: readonly SqlValue[]) => {
          const [, rows] = await Promise.all([claimed, tx.query<Row>(sql, params)])
          return rows
        },
      })
      const [, answer] = await Promise.all([claimed, working])
      tx.lastly(answerSql, [userId, key, answer.status, answer.body])
      return answer
    })
  } catch (error) {
    if (!(error instanceof AlreadyAnswered)) throw error
    return answerOf(db, intent)
  }
}

async function plain(db: Db, fn: (tx: Tx) => Promise<StoredAnswer>): Promise<StoredAnswer> {
  try {
    return await db.tx(fn)
  } catch (error) {
    if (!isAnswer(error)) throw error
    return { status: error.status, body: error.body }
  }
}

/** What the key was answered before. */
async function answerOf(db: Db, { userId, key, route, bodyHash }: KeyedIntent): Promise<StoredAnswer> {
  const [row] = await db.query<KeyRow>(readSql, [userId, key])
  if (!row || row.status === null || row.response === null)
    throw new Error('idempotency key without an answer')
  if (row.route !== route || row.body_hash !== bodyHash) throw new Refusal('idempotencyKeyReused')
  return { status: row.status, body: row.response }
}

function isAnswer(error: unknown): error is Error & StoredAnswer {
  return error instanceof Error && 'body' in error && typeof error.body === 'string' && 'status' in error
}
