import { rolePermissions } from '#contract/office/permissions.ts'
import * as schema from '#contract/office/session.schema.ts'
import {
  accountCalls,
  sessionCalls,
  type OfficeAccount,
  type OfficePerson,
  type SessionState,
} from '#contract/office/session.ts'
import { switchedOff } from '../../config/jurisdictions.ts'
import type { FastifyReply } from 'fastify'
import type { Reader, Tx } from '../../db/client.ts'
import { writeAudit } from '../audit/writeAudit.ts'
import { setSessionCookie } from '../endpoints/cookie.ts'
import type { Office, OfficeCaller } from '../endpoints/office.ts'
import { actorOf } from '../endpoints/actor.ts'
import { officeRead } from '../endpoints/officeRead.ts'
import { officeSession } from '../endpoints/officeSession.ts'
import { readLink } from '../identity/links.ts'
import {
  acceptLink,
  factorsOf,
  hashNewPassword,
  isPassword,
  logIn,
  logInByPasskey,
  promote,
  proveFactor,
  setPassword,
  type FactorProof,
  type Opened,
} from '../identity/login.ts'
import {
  addPasskey,
  authenticationOptions,
  listPasskeys,
  registrationOptions,
  removePasskey,
} from '../identity/passkeys.ts'
import { needsSecondFactor } from '../identity/person.ts'
import { countRecoveryCodes, renewRecoveryCodes } from '../identity/recoveryCodes.ts'
import {
  endSessions,
  idleMinutes,
  listSessions,
  type Browser,
  type OfficeSession,
} from '../identity/sessions.ts'
import { beginTotp, useTotp } from '../identity/totp.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'

/** Login, second factor, invitation and logout. */
export function registerSession(office: Office): void {
  const { deps } = office

  officeSession(office, sessionCalls.get, {}, ({ session }) => stateOf(office, session))

  officeSession(
    office,
    sessionCalls.login,
    { body: schema.login },
    async ({ body, caller, session, reply }) => {
      const opened = await logIn(
        deps,
        { ...body, browser: browserOf(caller) },
        recordLogin(office, caller, 'password'),
      )
      return enter(office, reply, caller, opened, session)
    },
  )

  const factor = (proof: FactorProof, { session, caller, reply }: FactorInput) => {
    if (session?.stage !== 'secondFactor') throw new OfficeRefusal('notLoggedIn')
    const onFull = recordLogin(office, caller, proof.kind)
    return proveFactor(deps, { session, proof, browser: browserOf(caller) }, onFull).then((opened) =>
      enter(office, reply, caller, opened),
    )
  }
  officeSession(office, sessionCalls.totp, { body: schema.totp }, (input) =>
    factor({ kind: 'totp', code: input.body.code }, input),
  )
  officeSession(office, sessionCalls.recoveryCode, { body: schema.recoveryCode }, (input) =>
    factor({ kind: 'recoveryCode', code: input.body.code }, input),
  )

  officeSession(office, sessionCalls.passkeyOptions, {}, async ({ caller, session }) => {
    const options = await authenticationOptions(deps, deps.db, caller.origin, session?.person.id)
    return { ...options }
  })

  officeSession(
    office,
    sessionCalls.passkey,
    { body: schema.passkey },
    async ({ body, caller, session, reply }) => {
      const opened = await logInByPasskey(
        deps,
        {
          origin: caller.origin,
          response: body.response,
          browser: browserOf(caller),
        },
        recordLogin(office, caller, 'passkey'),
      )
      return enter(office, reply, caller, opened, session)
    },
  )

  officeSession(office, sessionCalls.logout, {}, async ({ session, caller, reply }) => {
    if (session) {
      await deps.db.tx(async (tx) => {
        await endSessions(deps, tx, { staffId: session.person.id, only: session.id })
        await record(office, tx, caller, session.person, 'session.logout')
      })
    }
    setSessionCookie(reply, null, caller.origin)
    return { stage: 'none' as const }
  })

  officeSession(
    office,
    sessionCalls.lookAtInvitation,
    { body: schema.lookAtInvitation },
    async ({ body }) => {
      const { person, purpose, expiresAt } = await readLink(deps, deps.db, body.token)
      return { name: person.name, email: person.email, purpose, expiresAt: expiresAt.toISOString() }
    },
  )

  officeSession(
    office,
    sessionCalls.acceptInvitation,
    { body: schema.acceptInvitation },
    async ({ body, caller, session, reply }) => {
      // Before the transaction: it takes long, and a bad password must not use the link up.
      const { person } = await readLink(deps, deps.db, body.token)
      const hash = await hashNewPassword(deps, body.password, person.email)
      const opened = await deps.db.tx(async (tx) => {
        const accepted = await acceptLink(
          deps,
          { token: body.token, hash, browser: browserOf(caller) },
          tx,
          recordLogin(office, caller, 'invitation'),
        )
        await record(office, tx, caller, person, 'session.acceptInvitation')
        return accepted
      })
      return enter(office, reply, caller, opened, session)
    },
  )
}

interface FactorInput {
  session: OfficeSession | undefined
  caller: OfficeCaller
  reply: FastifyReply
}

/** One's own password, second factors and sessions. */
export function registerAccount(office: Office): void {
  const { deps } = office

  officeRead(office, accountCalls.get, {}, ({ session }) => accountOf(office, deps.db, session))

  officeSession(
    office,
    accountCalls.changePassword,
    { body: schema.changePassword },
    async ({ body, session: given, caller }) => {
      const session = existing(given)
      const hash = await hashNewPassword(deps, body.password, session.person.email)
      if (!(await isPassword(deps, session.person, body.current)))
        throw new OfficeRefusal('passwordWrong', { field: 'current' })
      await deps.db.tx(async (tx) => {
        await setPassword(deps, tx, { session, hash })
        await record(office, tx, caller, session.person, accountCalls.changePassword.name)
      })
      return stateOf(office, session)
    },
  )

  officeSession(office, accountCalls.startTotp, {}, async ({ session }) => {
    const { person } = existing(session)
    return deps.db.tx((tx) => beginTotp(deps, tx, person))
  })

  officeSession(
    office,
    accountCalls.confirmTotp,
    { body: schema.totp },
    async ({ body, session: given, caller, reply }) => {
      const session = existing(given)
      const { recoveryCodes, opened } = await deps.db.tx(async (tx) => {
        const isRight = await useTotp(deps, tx, session.person.id, body.code, 'totp_pending')
        if (!isRight) throw new OfficeRefusal('badCode', { field: 'code' })
        const codes = await renewRecoveryCodes(tx, session.person.id)
        await record(office, tx, caller, session.person, accountCalls.confirmTotp.name)
        return { recoveryCodes: codes, opened: await becomeFull(office, tx, session, caller) }
      })
      return { recoveryCodes, session: await enterIfNew(office, reply, caller, session, opened) }
    },
  )

  officeSession(
    office,
    accountCalls.renewRecoveryCodes,
    { body: schema.renewRecoveryCodes },
    async ({ body, session, caller }) => {
      const { person } = existing(session)
      if (!(await isPassword(deps, person, body.password)))
        throw new OfficeRefusal('passwordWrong', { field: 'password' })
      return deps.db.tx(async (tx) => {
        await record(office, tx, caller, person, accountCalls.renewRecoveryCodes.name)
        return { recoveryCodes: await renewRecoveryCodes(tx, person.id) }
      })
    },
  )

  officeSession(office, accountCalls.startPasskey, {}, async ({ session, caller }) => ({
    ...(await registrationOptions(deps, deps.db, existing(session).person, caller.origin)),
  }))

  officeSession(
    office,
    accountCalls.addPasskey,
    { body: schema.addPasskey },
    async ({ body, session: given, caller, reply }) => {
      const session = existing(given)
      const opened = await deps.db.tx(async (tx) => {
        const id = await addPasskey(deps, tx, session.person, {
          origin: caller.origin,
          name: body.name,
          response: body.response,
        })
        await record(office, tx, caller, session.person, accountCalls.addPasskey.name, {
          id,
          name: body.name,
        })
        return becomeFull(office, tx, session, caller)
      })
      return enterIfNew(office, reply, caller, session, opened)
    },
  )

  officeSession(
    office,
    accountCalls.removePasskey,
    { params: schema.byId },
    async ({ params, session: given, caller }) => {
      const session = existing(given)
      return deps.db.tx(async (tx) => {
        const isLastAllowed = !needsSecondFactor(deps.config)
        await removePasskey(tx, session.person.id, params.id, { isLastAllowed })
        await record(office, tx, caller, session.person, accountCalls.removePasskey.name, params)
        return accountOf(office, tx, session)
      })
    },
  )

  officeSession(office, accountCalls.endOtherSessions, {}, async ({ session: given, caller }) => {
    const session = existing(given)
    return deps.db.tx(async (tx) => {
      await endSessions(deps, tx, { staffId: session.person.id, except: session.id })
      await record(office, tx, caller, session.person, accountCalls.endOtherSessions.name)
      return accountOf(office, tx, session)
    })
  })
}

function existing(session: OfficeSession | undefined): OfficeSession {
  if (!session) throw new OfficeRefusal('notLoggedIn')
  return session
}

function browserOf({ address, userAgent }: OfficeCaller): Browser {
  return { address, userAgent }
}

/** How far the login of a session is, as the client sees it. */
async function stateOf(
  { deps }: Office,
  session: Pick<OfficeSession, 'stage' | 'person'> | undefined,
): Promise<SessionState> {
  if (!session) return { stage: 'none' }
  const { stage, person } = session
  switch (stage) {
    case 'secondFactor':
      return { stage, factors: await factorsOf(deps.db, person.id) }
    case 'enrolment':
      return { stage, person }
    case 'full':
      return {
        stage,
        person,
        permissions: [...rolePermissions[person.role]],
        idleMinutes,
        switchedOff: switchedOff(deps),
      }
  }
}

async function enter(
  office: Office,
  reply: FastifyReply,
  caller: OfficeCaller,
  opened: Opened,
  /** The one whose cookie the new one replaces: it is no one's any more. */
  replaced?: OfficeSession,
): Promise<SessionState> {
  const { deps } = office
  if (replaced) await endSessions(deps, deps.db, { staffId: replaced.person.id, only: replaced.id })
  setSessionCookie(reply, opened.token, caller.origin)
  return stateOf(office, opened)
}

/** After a second factor was added: a session that waited for one becomes a full one. */
function becomeFull(
  office: Office,
  tx: Tx,
  session: OfficeSession,
  caller: OfficeCaller,
): Promise<Opened | undefined> {
  if (session.stage === 'full') return Promise.resolve(undefined)
  return promote(office.deps, tx, session, browserOf(caller), recordLogin(office, caller, 'enrolment'))
}

function enterIfNew(
  office: Office,
  reply: FastifyReply,
  caller: OfficeCaller,
  session: OfficeSession,
  opened: Opened | undefined,
): Promise<SessionState> {
  return opened ? enter(office, reply, caller, opened) : stateOf(office, session)
}

async function accountOf({ deps }: Office, on: Reader, session: OfficeSession): Promise<OfficeAccount> {
  const { person } = session
  const [factors, recoveryCodesLeft, passkeys, sessions] = [
    await factorsOf(on, person.id),
    await countRecoveryCodes(on, person.id),
    await listPasskeys(on, person.id),
    await listSessions(on, person.id, deps.clock.now()),
  ]
  return {
    person,
    hasTotp: factors.includes('totp'),
    recoveryCodesLeft,
    passkeys: passkeys.map(({ id, name, created_at, used_at }) => ({
      id,
      name,
      createdAt: created_at.toISOString(),
      usedAt: used_at?.toISOString() ?? null,
    })),
    sessions: sessions.map(({ id, created_at, active_at, address, browser }) => ({
      id,
      createdAt: created_at.toISOString(),
      activeAt: active_at.toISOString(),
      address,
      browser,
      isCurrent: id === session.id,
    })),
  }
}

function record(
  { deps }: Office,
  tx: Tx,
  caller: OfficeCaller,
  person: OfficePerson,
  action: string,
  after?: unknown,
): Promise<void> {
  return writeAudit(tx, {
    at: deps.clock.now(),
    actor: actorOf(caller, person),
    action,
    subject: { kind: 'staff', id: person.id },
    after,
  })
}

/** Writes the login into the audit, in the transaction that opens the session. */
function recordLogin(office: Office, caller: OfficeCaller, by: string) {
  return (tx: Tx, person: OfficePerson) => record(office, tx, caller, person, 'session.login', { by })
}
