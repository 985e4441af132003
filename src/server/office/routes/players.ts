import { randomUUID } from 'node:crypto'
import {
  identityCalls,
  playerCalls,
  type Player,
  type PlayerFilter,
  type PlayerRow,
  type StatusView,
} from '#contract/office/players.ts'
import * as schema from '#contract/office/players.schema.ts'
import { cents } from '#contract/money.ts'
import { toLanguageCode } from '#contract/languages.ts'
import { bareKey, maskCpf } from '#contract/rules/kyc.ts'
import type { PlayerStatus } from '#contract/rules/playerStatus.ts'
import type { Tx } from '../../db/client.ts'
import { emailsOf } from '../../domain/accounts/emails.ts'
import { requestExportIn } from '../../domain/accounts/exports/exports.ts'
import { findKeptIdentities } from '../../domain/accounts/keptIdentities.ts'
import { readIdentity } from '../../domain/accounts/kyc.ts'
import { decideIdentity, listIdentityChecks } from '../../domain/accounts/identityChecks.ts'
import { isCompleteSql, readPictures } from '../../domain/accounts/identityPictures.ts'
import { owes } from '../../domain/accounts/closing.ts'
import { eraseAccount } from '../../domain/accounts/personalData.ts'
import {
  playerConditions,
  playersSql,
  readPlayerLimits,
  readPlayerProfile,
  readStaffHistory,
  type PlayerDbRow,
} from '../../domain/accounts/playerProfiles.ts'
import { takeNicknameAway } from '../../domain/accounts/publicIdentity.ts'
import { endSessions, listSessions } from '../../domain/accounts/sessions.ts'
import { readTimeline } from '../../domain/accounts/timeline.ts'
import { needsFourEyes } from '../../domain/installation/fourEyes.ts'
import { realEnd } from '../../domain/protection/barred.ts'
import { writeOffDebts } from '../../domain/payments/writeOffDebts.ts'
import { giveOffer } from '../../domain/rewards/staffOffers.ts'
import { loginLockedUntil, unlockLogin } from '../../domain/protection/rateLimits.ts'
import { setHouseLimit } from '../../domain/protection/houseLimits.ts'
import {
  changePlayerStatus,
  isLighter,
  readStatus,
  type CurrentStatus,
} from '../../domain/protection/playerStatus.ts'
import { lockWallet } from '../../ledger/walletLock.ts'
import { staffActor } from '../../ledger/ledger.ts'
import { Refusal } from '../../texts/refusal.ts'
import { officeAction } from '../endpoints/officeAction.ts'
import { officeCsv, officeList, type CsvColumn, type ListSource } from '../endpoints/officeList.ts'
import { officeRead } from '../endpoints/officeRead.ts'
import { refuseChanged } from '../endpoints/refuseChanged.ts'
import type { Office } from '../endpoints/office.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'
import type { QueueCounter } from './queue.ts'

const identitiesPerPage = 50

const csvColumns: CsvColumn<PlayerRow>[] = [
  { title: { 'pt-BR': 'Id', en: 'Id' }, value: ({ id }) => id },
  { title: { 'pt-BR': 'E-mail', en: 'E-mail' }, value: ({ email }) => email },
  { title: { 'pt-BR': 'Nome', en: 'Name' }, value: ({ name }) => name },
  { title: { 'pt-BR': 'Telefone', en: 'Phone' }, value: ({ phone }) => phone },
  { title: { 'pt-BR': 'Nível', en: 'Level' }, value: ({ level }) => level },
  { title: { 'pt-BR': 'Situação', en: 'Status' }, value: ({ status }) => status },
  { title: { 'pt-BR': 'Saldo', en: 'Balance' }, value: ({ cashCents }) => cashCents, kind: 'cents' },
  { title: { 'pt-BR': 'Depositado', en: 'Deposited' }, value: (row) => row.depositSumCents, kind: 'cents' },
  { title: { 'pt-BR': 'Criada', en: 'Created' }, value: ({ createdAt }) => createdAt, kind: 'time' },
]

/** Identities that wait for a person. */
export const waitingIdentities: QueueCounter = async ({ deps }) => {
  const [row] = await deps.db.read<{ count: number; oldest: Date | null }>(
    `select count(*)::int as count, min(created_at) as oldest from (
       select created_at from identity_checks where state = 'pending' and ${isCompleteSql} order by created_at limit 1000) c`,
  )
  return { count: row?.count ?? 0, oldestAt: row?.oldest ?? null }
}

export function registerPlayers(office: Office): void {
  const { deps } = office

  const source: ListSource<PlayerDbRow, PlayerRow, PlayerFilter, 'createdAt'> = {
    filter: schema.filter,
    select: playersSql,
    narrow: 'from users u',
    conditions: (filter, value) => playerConditions(deps, filter, value),
    indexed: [['status']],
    sorts: { createdAt: 'u.created_at' },
    id: 'u.id',
    idOf: ({ id }) => id,
    present: (row, { now }) => presentRow(row, now),
  }
  officeList(office, playerCalls.list, source)
  officeCsv(office, playerCalls.export, source, csvColumns)
  officeRead(office, playerCalls.get, { params: schema.byId }, ({ params }) => read(params.id))

  officeRead(
    office,
    playerCalls.timeline,
    { params: schema.byId, query: schema.timeline },
    async ({ params, query }) => {
      const before = query.before === undefined ? deps.clock.now() : new Date(query.before)
      const { entries, next } = await readTimeline(deps.db, params.id, { kind: query.kind, before })
      return { entries, next: next?.toISOString() ?? null }
    },
  )

  officeRead(
    office,
    playerCalls.documents,
    { params: schema.byId },
    async ({ params }) => {
      const { name } = await readPlayerProfile(deps.db, params.id)
      const identity = await readIdentity(deps, deps.db, params.id)
      return { name: identity?.name ?? name, cpf: identity?.cpf ?? null }
    },
    ({ params }) => subjectOf(params.id),
  )

  officeAction(
    office,
    playerCalls.changeStatus,
    { params: schema.byId, body: schema.changeStatus },
    {
      run: ({ tx, params, body, staff }) =>
        change(tx, params.id, async () => {
          const before = await changePlayerStatus(deps, tx, {
            userId: params.id,
            status: body.status,
            until: body.until === null ? null : new Date(body.until),
            reason: body.statusReason,
            note: body.reason,
            staffId: staff.id,
          })
          refuseChanged(body.seen, statusView(before))
          return {
            before: {
              status: before.status,
              until: before.until?.toISOString() ?? null,
              reason: before.reason,
            },
            after: { status: body.status, until: body.until, reason: body.statusReason },
          }
        }),
      async secondPerson({ tx, params, body }) {
        // Locked, so that a colleague's stronger decision of this moment is seen.
        await lockWallet(tx, params.id)
        const before = await readStatus(deps, tx, params.id)
        refuseChanged(body.seen, statusView(before))
        const after = { status: body.status, until: body.until === null ? null : new Date(body.until) }
        return isLighter(before, after) ? forLifting(tx, params.id) : undefined
      },
    },
  )

  officeAction(
    office,
    playerCalls.lockWithdrawals,
    { params: schema.byId, body: schema.lockWithdrawals },
    {
      run: ({ tx, params, body }) =>
        change(tx, params.id, async () => {
          const [before] = await tx.query<{ lock: boolean }>(
            'select lock from users where id = $1 for update',
            [params.id],
          )
          await tx.query('update users set lock = $2 where id = $1', [params.id, body.isLocked])
          return { before: { isLocked: before?.lock ?? false }, after: { isLocked: body.isLocked } }
        }),
      async secondPerson({ tx, params, body }) {
        if (body.isLocked) return undefined
        await lockWallet(tx, params.id)
        const [player] = await tx.query<{ lock: boolean }>('select lock from users where id = $1', [
          params.id,
        ])
        return player?.lock ? forLifting(tx, params.id) : undefined
      },
    },
  )

  officeAction(
    office,
    playerCalls.takeNickname,
    { params: schema.byId, body: schema.withReason },
    {
      run: ({ tx, params }) =>
        change(tx, params.id, async () => ({
          before: { nickname: await takeNicknameAway(deps, tx, params.id) },
          after: { nickname: null },
        })),
    },
  )

  officeAction(
    office,
    playerCalls.setLimit,
    { params: schema.byId, body: schema.setLimit },
    {
      run: ({ tx, params, body, staff }) =>
        change(tx, params.id, async () => {
          const { kind, period, amount } = body
          const before = await setHouseLimit(deps, tx, {
            userId: params.id,
            kind,
            period,
            amount,
            staffId: staff.id,
          })
          return { before: { limits: before }, after: { kind, period, amount } }
        }),
    },
  )

  officeAction(
    office,
    playerCalls.giveOffer,
    { params: schema.byId, body: schema.giveOffer },
    {
      run: ({ tx, params, body }) =>
        change(tx, params.id, async () => {
          const { kind, percent, until } = body
          const offer =
            kind === 'gift' || percent === null || until === null
              ? ({ kind: 'gift' } as const)
              : ({ kind: 'discount', fraction: percent / 100, until: new Date(until) } as const)
          return { before: await giveOffer(deps, tx, params.id, offer), after: { kind, percent, until } }
        }),
    },
  )

  officeAction(
    office,
    playerCalls.writeOffDebt,
    { params: schema.byId, body: schema.writeOffDebt },
    {
      run: ({ tx, params, body, staff }) =>
        change(tx, params.id, async () => {
          const { debt } = await readPlayerProfile(tx, params.id)
          // A correction may have changed it since it was shown, or since a colleague asked.
          if (debt !== body.amountCents) throw new Refusal('conflict')
          const given = await writeOffDebts(deps, tx, {
            userId: params.id,
            staffId: staff.id,
            reason: body.reason,
          })
          return {
            before: { debtCents: debt },
            after: { debtCents: 0, ticketCents: given.tickets, depositCents: given.deposits },
          }
        }),
      async secondPerson({ tx, params, body }) {
        if (!(await needsFourEyes(tx, 'adjustment', cents(body.amountCents)))) return undefined
        await readPlayerProfile(tx, params.id)
        return { subject: subjectOf(params.id), amountCents: body.amountCents }
      },
    },
  )

  officeAction(
    office,
    playerCalls.addNote,
    { params: schema.byId, body: schema.addNote },
    {
      run: ({ tx, params, body, staff }) =>
        change(tx, params.id, async () => {
          await tx.query(
            'insert into player_notes (user_id, id, text, made_by, created_at) values ($1, $2, $3, $4, $5)',
            [params.id, randomUUID(), body.text, staff.id, deps.clock.now()],
          )
          return { before: null, after: null }
        }),
    },
  )

  officeAction(
    office,
    playerCalls.endSessions,
    { params: schema.byId, body: schema.endSessions },
    {
      run: ({ tx, params, body }) =>
        change(tx, params.id, async () => {
          const { sessionId } = body
          await endSessions(deps, tx, {
            userId: params.id,
            ...(sessionId === undefined ? {} : { sessionId }),
          })
          return { before: null, after: { sessionId: sessionId ?? 'all' } }
        }),
    },
  )

  officeAction(
    office,
    playerCalls.unlock,
    { params: schema.byId, body: schema.withReason },
    {
      run: ({ tx, params }) =>
        change(tx, params.id, async () => {
          const { email } = await readPlayerProfile(tx, params.id)
          const player = { email, userId: params.id }
          const lockedUntil = await loginLockedUntil(deps, tx, player)
          await unlockLogin(tx, player)
          return {
            before: { lockedUntil: lockedUntil?.toISOString() ?? null },
            after: { lockedUntil: null },
          }
        }),
    },
  )

  officeAction(
    office,
    playerCalls.erase,
    { params: schema.byId, body: schema.withReason },
    {
      async run({ tx, params }) {
        const { email } = await readPlayerProfile(tx, params.id)
        await lockWallet(tx, params.id)
        // To give up a debt takes another right, and a colleague from an amount on.
        if (await owes(tx, params.id)) throw new OfficeRefusal('playerOwes')
        await eraseAccount(deps, tx, params.id, email)
        return { answer: null, subject: subjectOf(params.id) }
      },
    },
  )

  officeAction(
    office,
    playerCalls.prepareData,
    { params: schema.byId, body: schema.withReason },
    {
      async run({ tx, params }) {
        const { language } = await readPlayerProfile(tx, params.id)
        const wanted = { kind: 'personalData', language: toLanguageCode(language) } as const
        const { job, isNew } = await requestExportIn(deps, tx, params.id, wanted)
        return { answer: null, subject: subjectOf(params.id), after: { file: job.id, isNew } }
      },
    },
  )

  officeRead(
    office,
    identityCalls.waiting,
    { query: schema.waitingIdentities },
    async ({ query: { after } }) => {
      const [at = '', userId = ''] = after?.split(' ') ?? []
      const found = await listIdentityChecks(deps, {
        state: 'pending',
        limit: identitiesPerPage + 1,
        ...(after === undefined ? {} : { after: { createdAt: new Date(at), userId } }),
      })
      const checks = found.slice(0, identitiesPerPage)
      const last = found.length > identitiesPerPage ? checks.at(-1) : undefined
      const players = checks.map(({ userId }) => userId)
      const emails = await emailsOf(deps.db, players, { withErased: true })
      return {
        checks: checks.map(({ id, userId, person, createdAt, picturesAt }) => ({
          id,
          playerId: userId,
          email: emails.get(userId) ?? '',
          name: person.name,
          cpf: person.cpf,
          birthDate: person.birthDate ?? null,
          createdAt: createdAt.toISOString(),
          picturesAt: picturesAt?.toISOString() ?? null,
        })),
        next: last ? `${last.createdAt.toISOString()} ${last.userId}` : null,
      }
    },
    () => ({ kind: 'identities', id: 'waiting' }),
  )

  officeRead(
    office,
    identityCalls.kept,
    { query: schema.keptIdentities },
    async ({ query }) => ({
      identities: (await findKeptIdentities(deps, deps.db, query.q)).map(
        ({ userId, keptAt, keepUntil, ...person }) => ({
          ...person,
          playerId: userId,
          erasedAt: keptAt.toISOString(),
          keepUntil: keepUntil.toISOString(),
        }),
      ),
    }),
    // A CPF would stand in the audit for good, also one with a mistyped digit.
    ({ query }) => ({
      kind: 'identities',
      id: /^\d{11}$/.test(bareKey(query.q)) ? maskCpf(query.q) : query.q,
    }),
  )

  officeRead(
    office,
    identityCalls.pictures,
    { params: schema.byId, query: schema.identityPictures },
    async ({ params, query }) => {
      const pictures = await readPictures(deps, deps.db, { userId: query.playerId, checkId: params.id })
      if (pictures.length === 0) throw new OfficeRefusal('notFound')
      return { pictures: pictures.map(({ kind, image }) => ({ kind, image: image.toString('base64') })) }
    },
    ({ query }) => subjectOf(query.playerId),
  )

  officeAction(
    office,
    identityCalls.decide,
    { params: schema.byId, body: schema.decideIdentity },
    {
      async run({ tx, params, body, staff }) {
        const { playerId: userId, result, reason, refusal } = body
        const actor = staffActor(staff.id)
        await decideIdentity(deps, tx, { userId, id: params.id, result, actor, reason, refusal })
        return { answer: null, subject: subjectOf(userId), after: { identity: result, refusal } }
      },
      secondPerson: async ({ tx, body }) =>
        body.result === 'confirmed' ? forLifting(tx, body.playerId) : undefined,
    },
  )

  /** A change inside a transaction: what is answered is read after it, in the same one. */
  async function change(tx: Tx, id: string, work: () => Promise<{ before: unknown; after: unknown }>) {
    // First of all, as everything does that locks the wallet.
    await lockWallet(tx, id)
    await readPlayerProfile(tx, id)
    const audited = await work()
    return { answer: await read(id, tx), subject: subjectOf(id), ...audited }
  }

  async function read(id: string, on: Tx | typeof deps.db = deps.db): Promise<Player> {
    const now = deps.clock.now()
    const row = await readPlayerProfile(on, id)
    const [{ excludedUntil, own, house }, sessions, { notes, statusChanges }, lockedUntil] =
      await Promise.all([
        readPlayerLimits(deps, on, id),
        listSessions({ db: on, clock: deps.clock }, { id: '', userId: id }),
        readStaffHistory(on, id),
        loginLockedUntil(deps, on, { email: row.email, userId: id }),
      ])
    const isSuspended = row.suspended_until !== null && row.suspended_until > now
    return {
      ...presentRow(row, now),
      until: isSuspended ? (realEnd(row.suspended_until)?.toISOString() ?? null) : null,
      statusReason: row.closed_at || isSuspended ? row.status_reason : null,
      areWithdrawalsLocked: row.lock,
      loginLockedUntil: lockedUntil?.toISOString() ?? null,
      bonusCents: row.bonus,
      heldCents: row.held,
      turnoverLeftCents: row.turnover_left,
      withdrawalSumCents: row.withdraw_sum,
      betSumCents: row.bet_sum,
      debtCents: row.debt,
      inviteCode: row.invite_code,
      nickname: row.nickname,
      invitedByEmail: row.invited_by_email,
      language: row.language,
      excludedUntil: excludedUntil?.toISOString() ?? null,
      openRounds: row.open_rounds,
      openTickets: row.open_tickets,
      limits: own,
      houseLimits: house,
      sessions: sessions.map((session) => ({
        id: session.id,
        deviceType: session.deviceType,
        createdAt: session.createdAt.toISOString(),
        activeAt: session.activeAt.toISOString(),
      })),
      notes,
      statusChanges,
    }
  }
}

function presentRow(row: PlayerDbRow, now: Date): PlayerRow {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    phone: row.phone,
    level: row.level,
    status: statusOf(row, now),
    isVerified: row.kyc === 1,
    isTest: row.test_flag,
    cashCents: row.cash,
    depositSumCents: row.deposit_sum,
    createdAt: row.created_at.toISOString(),
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
  }
}

function statusView({ status, reason, until }: CurrentStatus): StatusView {
  return { status, statusReason: reason, until: until?.toISOString() ?? null }
}

function statusOf({ closed_at, suspended_until }: PlayerDbRow, now: Date): PlayerStatus {
  if (closed_at) return 'closed'
  return suspended_until && suspended_until > now ? 'suspended' : 'active'
}

/** A block of somebody who owns this much is lifted by two people. What is held is the player's too. */
async function forLifting(tx: Tx, id: string) {
  const { cash, bonus, held } = await readPlayerProfile(tx, id)
  const owned = cents(cash + bonus + held)
  return (await needsFourEyes(tx, 'lifting', owned))
    ? { subject: subjectOf(id), amountCents: owned }
    : undefined
}

function subjectOf(id: string) {
  return { kind: 'player', id }
}
