import {
  CommitUnknownError,
  inTransaction,
  type Db,
  type Reader,
  type SqlValue,
  type Tx,
} from '../db/client.ts'
import { lockWallet, lockWalletSql } from '../ledger/walletLock.ts'
import { Refusal } from '../texts/refusal.ts'

/** A finished response: its HTTP status and the exact text of its body. */
export interface StoredResponse {
  status: number
  body: string
}

/** The request that a player's idempotency key stands for. Without a key nothing is stored. */
export interface KeyedCall {
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

/** Locks the player's wallet before it claims the key (ledger/walletLock.ts), in one statement. */
const claimSql = `with locked as materialized (${lockWalletSql})
  insert into idempotency_keys (user_id, key, route, body_hash)
  select $1::text, $2::text, $3::text, $4::text from (select count(*) from locked) as wallet
  on conflict do nothing returning 1 as claimed`
const storeSql = 'update idempotency_keys set status = $3, response = $4 where user_id = $1 and key = $2'
const readSql = `select route, body_hash, status, response from idempotency_keys
  where user_id = $1 and key = $2`

/**
 * Runs `fn` in one transaction together with the key's row, so that its effects and its response are
 * committed together, and once; the player's wallet is locked first. A second call with the key returns the stored
 * response, byte for byte, and waits while the first one is still running. A second call with another route or body
 * throws Refusal('idempotencyKeyReused').
 *
 * A refusal is a response too: when `fn` throws an error with `status` and `body`, its effects are
 * rolled back and the response is stored. If another call stored a response for the key in between, that one
 * is returned: all callers get the same bytes. After any other error nothing is stored, so that a retry may
 * succeed. Throws CommitUnknownError when it is not known whether the effects were committed; without a key that is the
 * case after every interrupted commit.
 */
export async function idempotent(
  db: Db,
  call: KeyedCall,
  fn: (tx: Tx) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const { key } = call
  if (key === undefined) return withoutKey(db, call.userId, fn)
  const keyed = { ...call, key }
  try {
    return await runOnce(db, keyed, fn)
  } catch (error) {
    if (error instanceof CommitUnknownError) return runAgain(db, keyed, fn, error)
    return storeRefusal(db, keyed, error)
  }
}

/** A call that asks somebody outside of the database between two transactions. */
export interface Steps<Begun, Answer> {
  /** Runs in a transaction that has locked the wallet. May run again, also after it was committed. */
  begin(tx: Tx): Promise<Begun>
  ask(begun: Begun): Promise<Answer>
  finish(tx: Tx, answer: Answer): Promise<StoredResponse>
}

/**
 * Like `idempotent`, for a call in two transactions. The response is stored with the second one. A call that comes while
 * the first one is between them, or after its process has died there, begins again: `begin` finds what the first one
 * began.
 */
export async function idempotentInSteps<Begun, Answer>(
  db: Db,
  call: KeyedCall,
  { begin, ask, finish }: Steps<Begun, Answer>,
): Promise<StoredResponse> {
  const { key } = call
  const first = () =>
    db.tx(async (tx) => {
      await lockWallet(tx, call.userId)
      const stored = key === undefined ? undefined : await findResponse(tx, { ...call, key })
      return stored ? { stored } : { begun: await begin(tx) }
    })
  try {
    const result = await first().catch((error: unknown) => {
      if (error instanceof CommitUnknownError) return first()
      throw error
    })
    if (result.stored) return result.stored
    const answer = await ask(result.begun)
    return await idempotent(db, call, (tx) => finish(tx, answer))
  } catch (error) {
    if (!isResponse(error)) throw error
    if (key === undefined) return { status: error.status, body: error.body }
    return storeRefusal(db, { ...call, key }, error)
  }
}

/** After a commit with an unknown outcome. If it succeeded, the key has a response; else the key is free. */
async function runAgain(
  db: Db,
  call: CallWithKey,
  fn: (tx: Tx) => Promise<StoredResponse>,
  unknown: CommitUnknownError,
): Promise<StoredResponse> {
  try {
    return await runOnce(db, call, fn)
  } catch (error) {
    if (isResponse(error)) return storeRefusal(db, call, error)
    if (error instanceof Refusal) throw error
    // The outcome is still unknown, so the response must not say that nothing happened.
    throw new CommitUnknownError(unknown.cause)
  }
}

/** Stores the response of a refusal for all callers with the key. Throws any other error. */
async function storeRefusal(db: Db, call: CallWithKey, error: unknown): Promise<StoredResponse> {
  if (!isResponse(error)) throw error
  const response = { status: error.status, body: error.body }
  return runOnce(db, call, () => Promise.resolve(response))
}

type CallWithKey = KeyedCall & { key: string }

/** Thrown to roll the transaction back when the key already has a response. */
class KeyTakenError extends Error {}

async function runOnce(
  db: Db,
  call: CallWithKey,
  fn: (tx: Tx) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const { userId, key, route, bodyHash } = call
  try {
    return await db.tx(async (tx) => {
      // Waits for a concurrent transaction with the key. Sent together with the first statement of `fn`, to save a
      // round trip; `fn` gets no rows before the key has been claimed.
      const claimed = tx.query(claimSql, [userId, key, route, bodyHash]).then((rows) => {
        if (rows.length === 0) throw new KeyTakenError()
      })
      const running = fn({
        ...tx,
        ...inTransaction(async <Row extends object>(sql: string, params?: readonly SqlValue[]) => {
          const [, rows] = await Promise.all([claimed, tx.query<Row>(sql, params)])
          return rows
        }),
      })
      const [, response] = await Promise.all([claimed, running])
      tx.sendWithCommit(storeSql, [userId, key, response.status, response.body])
      return response
    })
  } catch (error) {
    if (!(error instanceof KeyTakenError)) throw error
    return storedResponse(db, call)
  }
}

async function withoutKey(
  db: Db,
  userId: string,
  fn: (tx: Tx) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  try {
    return await db.tx(async (tx) => {
      await lockWallet(tx, userId)
      return fn(tx)
    })
  } catch (error) {
    if (!isResponse(error)) throw error
    return { status: error.status, body: error.body }
  }
}

/** The stored response of the key. */
async function storedResponse(db: Db, call: CallWithKey): Promise<StoredResponse> {
  const response = await findResponse(db, call)
  if (!response) throw new Error('idempotency key without a response')
  return response
}

async function findResponse(
  on: Reader,
  { userId, key, route, bodyHash }: CallWithKey,
): Promise<StoredResponse | undefined> {
  const [row] = await on.read<KeyRow>(readSql, [userId, key])
  if (!row || row.status === null || row.response === null) return undefined
  if (row.route !== route || row.body_hash !== bodyHash) throw new Refusal('idempotencyKeyReused')
  return { status: row.status, body: row.response }
}

function isResponse(error: unknown): error is Error & StoredResponse {
  return error instanceof Error && 'body' in error && typeof error.body === 'string' && 'status' in error
}
