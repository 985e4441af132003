import { randomUUID } from 'node:crypto'
import { createDb, uniqueViolation, type Db, type Tx } from '#server/db/client.ts'
import { keepClaims } from '#server/domain/accounts/claims.ts'
import type { Nodes } from '../../scripts/citus/Nodes.ts'

const attempts = 40

/**
 * Two connections make an account with the same e-mail address at the same time, again and again. Prints what came of it;
 * returns how often not exactly one got the address.
 */
export async function reportClaims(nodes: Nodes): Promise<number> {
  const contenders = [1, 2].map(() => createDb(nodes.coordinator.urlOf('program'), { max: 1, maxReads: 1 }))
  try {
    let wrong = 0
    for (let attempt = 0; attempt < attempts; attempt++) {
      const results = await claimTogether(contenders, `claimed-${attempt}@example.com`)
      const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
      for (const refusal of refusals) if (uniqueViolation(refusal) !== 'users_email') throw refusal
      if (results.length - refusals.length !== 1) wrong++
    }
    console.log(`one e-mail address for two at once: ${attempts - wrong} of ${attempts} times one got it`)
    return wrong
  } finally {
    for (const db of contenders) await db.close()
  }
}

/** None claims before each has its row. */
function claimTogether(contenders: readonly Db[], email: string): Promise<PromiseSettledResult<void>[]> {
  let missing = contenders.length
  let open = (): void => undefined
  const allAdded = new Promise<void>((resolve) => {
    open = resolve
  })
  return Promise.allSettled(
    contenders.map((db) =>
      db.tx(async (tx) => {
        const userId = await addUser(tx, email)
        if (--missing === 0) open()
        await allAdded
        await keepClaims(tx, userId)
      }),
    ),
  )
}

async function addUser(tx: Tx, email: string): Promise<string> {
  const userId = randomUUID()
  await tx.query(
    `insert into users (id, email, email_canonical, password_hash, invite_code, created_at, marked_at, phone_read)
      values ($1, $2, $2, '', $1, now(), now(), true)`,
    [userId, email],
  )
  return userId
}
