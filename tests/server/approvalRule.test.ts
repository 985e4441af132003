import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readIdentity } from '#server/domain/accounts/kyc.ts'
import { approveByRule } from '#server/domain/payments/approvalRule.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'

const server = await createTestServer({ PAYOUT_AUTO_LIMIT: '100' })
const { call, clock, deps } = server
const { db } = deps

/** A player of eight days, with R$ 300 and no turnover left. */
async function olderPlayer(): Promise<TestPlayer> {
  const owner = await server.player({ balance: 300 })
  await db.write(`update users set created_at = $2::timestamptz - interval '8 days' where id = $1`, [
    owner.userId,
    clock.now(),
  ])
  return owner
}

async function withdraw(owner: TestPlayer, amount: number, toKey?: string): Promise<string> {
  const payCardNo = toKey ?? (await readIdentity(deps, db, owner.userId))?.cpf
  const body = { payCardBank: 'CPF', payCardNo, name: 'Ana', amount, ifsc: '', whatsapp: '' }
  const { data } = await call<{ orderId: string }>('POST', '/api/app/order/withdraw', {
    player: owner,
    body,
    key: randomUUID(),
  })
  return data.orderId
}

const statusOf = async (id: string) =>
  (await db.read<{ status: string }>('select status from withdrawals where id = $1', [id]))[0]?.status

describe('a withdrawal that meets the rule', () => {
  it('is approved once, by the job, and paid', async () => {
    const id = await withdraw(await olderPlayer(), 100)
    const counts = await Promise.all([approveByRule(deps), approveByRule(deps), approveByRule(deps)])
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await statusOf(id)).toBe('approved')
    await runJobs(deps)
    expect(await statusOf(id)).toBe('paid')
  })
})

describe('a withdrawal waits for a person', () => {
  it.each<[string, (owner: TestPlayer) => Promise<unknown>]>([
    [
      'of a young account',
      ({ userId }) =>
        db.write(`update users set created_at = created_at + interval '2 days' where id = $1`, [userId]),
    ],
    [
      'with turnover left',
      ({ userId }) => db.write('update wallets set turnover_left = 1 where user_id = $1', [userId]),
    ],
    [
      'after a deposit whose payer the bank did not name',
      ({ userId }) =>
        db.write(
          `insert into orders (id, user_id, package_id, provider, principal, status, payer, created_at, expires_at)
           select $2, $1, min(id), 'pix', 100, 'paid', 'unknown', now(), now() from deposit_packages`,
          [userId, randomUUID()],
        ),
    ],
    [
      'while a prize is suspended',
      ({ userId }) =>
        db.write(
          `insert into prize_suspensions (user_id, id, ref_type, ref_id, amount, reason, note, made_by, created_at, until)
           values ($1, $2, 'round', $2, 100, 'result', '', 'risk', now(), now() + interval '1 day')`,
          [userId, randomUUID()],
        ),
    ],
    ['of a locked account', ({ userId }) => db.write('update users set lock = true where id = $1', [userId])],
    [
      'whose player has another one in review',
      ({ userId }) =>
        db.write(
          `insert into withdrawals (id, user_id, type, key_encrypted, key_masked, holder, whatsapp, amount, fee, review, created_at, status)
           select $2, user_id, type, key_encrypted, key_masked, holder, whatsapp, 1, 0, 'sharedKey', created_at - interval '2 days', 'inReview'
             from withdrawals where user_id = $1`,
          [userId, randomUUID()],
        ),
    ],
  ])('%s', async (_, change) => {
    const owner = await olderPlayer()
    const id = await withdraw(owner, 60)
    await change(owner)
    expect(await approveByRule(deps)).toBe(0)
    expect(await statusOf(id)).toBe('requested')
    // What the others do not look at any more.
    await db.write(`update withdrawals set status = 'refused' where user_id = $1`, [owner.userId])
  })

  it('above the limit, also when it is only together with those of the last day', async () => {
    const owner = await olderPlayer()
    // From level 8 on there are two withdrawals a day.
    await db.write('update users set level = 8 where id = $1', [owner.userId])
    const first = await withdraw(owner, 60)
    expect(await approveByRule(deps)).toBe(1)
    const second = await withdraw(owner, 50)
    expect(await approveByRule(deps)).toBe(0)
    expect([await statusOf(first), await statusOf(second)]).toEqual(['approved', 'requested'])
    const large = await withdraw(await olderPlayer(), 100.01)
    expect(await approveByRule(deps)).toBe(0)
    expect(await statusOf(large)).toBe('requested')
  })

  it('to a CPF that is not the player’s own', async () => {
    const id = await withdraw(await olderPlayer(), 60, randomCpf())
    expect(await approveByRule(deps)).toBe(0)
    expect(await statusOf(id)).toBe('requested')
  })
})
