import { sealedAs } from '../../config/sealedColumns.ts'
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { idempotencyHeader, type OfficeCall, type OfficeCallShape } from '#contract/office/officeCall.ts'
import type { PendingApproval } from '#contract/office/approvals.ts'
import type { OfficePerson } from '#contract/office/session.ts'
import { CommitUnknownError, type Tx } from '../../db/client.ts'
import { requestApproval } from '../approvals/approvals.ts'
import { writeAudit } from '../audit/writeAudit.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'
import { actorOf } from './actor.ts'
import type { ActionInput, ActionResult, Office, SchemasOf, SecondPerson } from './office.ts'
import { inputOf, partsOf } from './officeRead.ts'
import { officeRoute } from './route.ts'

const longestKey = 128

interface Action<C extends OfficeCall> {
  /**
   * Does it, in the transaction, and returns the answer with what the audit is to say. It may run again after a conflict, so
   * it has no effect outside of `tx`; what must happen outside is a job that it adds.
   */
  run(input: ActionInput<C>): Promise<ActionResult<C>>
  /** Why a second person must confirm it; undefined: nobody must. */
  secondPerson?(input: ActionInput<C>): Promise<SecondPerson | undefined>
  /** After an error has rolled everything back: what to record of it, and the error to answer with. */
  afterRollback?(error: unknown, input: Omit<ActionInput<C>, 'tx'>): Promise<unknown>
}

interface StoredAnswer {
  status: number
  answer: string
}

/**
 * Registers a call that changes something. The action, its row in the audit and its answer commit together. A second call
 * with its idempotency key gets the first answer. Where a second person is needed, the call answers 202 and the action
 * waits (approvals/approvals.ts).
 */
export function officeAction<C extends OfficeCall<OfficeCallShape, unknown, 'action'>>(
  office: Office,
  call: C,
  schemas: SchemasOf<C>,
  { run, secondPerson, afterRollback }: Action<C>,
): void {
  office.actions.set(call.name, {
    call,
    run: (given, request) => {
      const parts = partsOf<C>(request, schemas, given.caller.language)
      return run({ ...parts, ...given })
    },
  })
  officeRoute(office, call, async (request, reply) => {
    const { session, ...input } = inputOf<C>(office, request, schemas)
    const { deps } = office
    const work = async (tx: Tx) => {
      const action = { ...input, tx, isConfirmed: false }
      const why = await secondPerson?.(action)
      const at = deps.clock.now()
      const actor = actorOf(input.caller, input.staff)
      const reason = reasonOf(input.body)
      if (why) {
        const sent = { params: input.params ?? {}, body: input.body ?? {} }
        const approvalId = await requestApproval(deps, tx, { call, sent, reason, why, staff: input.staff })
        await writeAudit(tx, {
          at,
          actor,
          action: 'approvals.request',
          reason,
          subject: { kind: 'approval', id: approvalId },
          after: { call: call.name, subject: why.subject, amountCents: why.amountCents },
        })
        return { status: 202, answer: { approvalId } satisfies PendingApproval }
      }
      const { answer, ...change } = await run(action)
      await writeAudit(tx, { at, actor, action: call.name, reason, ...change })
      return { status: 200, answer }
    }
    try {
      return await answerOnce(office, request, reply, session.person, work)
    } catch (error) {
      throw afterRollback ? await afterRollback(error, { ...input, isConfirmed: false }) : error
    }
  })
}

/** The `reason` of an action's body, which most actions require. */
function reasonOf(body: unknown): string | null {
  const reason = typeof body === 'object' && body !== null && 'reason' in body ? body.reason : null
  return typeof reason === 'string' ? reason : null
}

/** Thrown to roll the transaction back when the key has an answer. */
class KeyTakenError extends Error {}

/**
 * Runs `work` once for each key of a person, and stores its answer with it. A refusal is not stored: it had no effect, so a
 * repetition is refused again, or succeeds.
 */
async function answerOnce(
  { deps }: Office,
  request: FastifyRequest,
  reply: FastifyReply,
  staff: OfficePerson,
  work: (tx: Tx) => Promise<{ status: number; answer: unknown }>,
): Promise<FastifyReply> {
  const key = request.headers[idempotencyHeader.toLowerCase()]
  if (typeof key !== 'string' || key === '' || key.length > longestKey) throw new OfficeRefusal('keyMissing')
  const sent = `${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`
  const hash = createHash('sha256').update(sent).digest()
  const runOnce = () =>
    deps.db.tx(async (tx): Promise<StoredAnswer> => {
      const claimed = await tx.query(
        `insert into office.action_keys (staff_id, key, call, request_hash) values ($1, $2, $3, $4)
         on conflict do nothing returning 1`,
        [staff.id, key, request.url, hash],
      )
      if (claimed.length === 0) throw new KeyTakenError()
      const { status, answer } = await work(tx)
      const stored = { status, answer: JSON.stringify(answer ?? null) }
      // Sealed: a one-time link is in an answer, and nowhere else.
      tx.sendWithCommit(
        'update office.action_keys set status = $3, answer = $4 where staff_id = $1 and key = $2',
        [staff.id, key, stored.status, deps.config.secrets.vault.seal(stored.answer, sealedAs.officeAnswer)],
      )
      return stored
    })
  const runOrRead = async (): Promise<StoredAnswer> => {
    try {
      return await runOnce()
    } catch (error) {
      if (!(error instanceof KeyTakenError)) throw error
      const [row] = await deps.db.read<{ request_hash: Buffer; status: number; answer: Buffer }>(
        'select request_hash, status, answer from office.action_keys where staff_id = $1 and key = $2',
        [staff.id, key],
      )
      if (!row) throw new Error('idempotency key without an answer', { cause: error })
      if (!row.request_hash.equals(hash)) throw new OfficeRefusal('keyReused')
      return { status: row.status, answer: deps.config.secrets.vault.open(row.answer, sealedAs.officeAnswer) }
    }
  }
  const { status, answer } = await runOrRead().catch((error: unknown) => {
    // With the key it is found out whether it was committed.
    if (error instanceof CommitUnknownError) return runOrRead()
    throw error
  })
  return reply.status(status).type('application/json; charset=utf-8').send(answer)
}
