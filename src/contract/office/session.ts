import { officeCall } from './officeCall.ts'
import type { HouseSwitch } from '../rules/houseSwitches.ts'
import type { NewPasskey, PasskeyProof, WebAuthnOptions } from '../webAuthn.ts'
import type { Permission, Role } from './permissions.ts'

export const officeLanguages = ['pt-BR', 'en'] as const
export type OfficeLanguage = (typeof officeLanguages)[number]

/** Who is logged in. */
export interface OfficePerson {
  id: string
  name: string
  email: string
  role: Role
}

export type SecondFactor = 'totp' | 'passkey' | 'recoveryCode'

/**
 * How far the login is. `secondFactor`: the password was right, now one of `factors`. `enrolment`: before anything else a
 * second factor must be added (accountCalls). Only `full` answers calls with a permission.
 */
export type SessionState =
  | { stage: 'none' }
  | { stage: 'secondFactor'; factors: SecondFactor[] }
  | { stage: 'enrolment'; person: OfficePerson }
  | {
      stage: 'full'
      person: OfficePerson
      permissions: Permission[]
      idleMinutes: number
      /** What the jurisdiction forbids: nothing of it is offered. */
      switchedOff: HouseSwitch[]
    }

export interface InvitationView {
  name: string
  email: string
  /** `reset`: the person had a password before. */
  purpose: 'invitation' | 'reset'
  /** ISO 8601. */
  expiresAt: string
}

/** Calls of the login. Each returns the new state; the cookie holds the session. */
export const sessionCalls = {
  get: officeCall<object, SessionState>({
    name: 'session.get',
    path: '/api/session',
    permission: 'open',
    kind: 'read',
  }),
  login: officeCall<{ body: { email: string; password: string } }, SessionState>({
    name: 'session.login',
    path: '/api/session/login',
    permission: 'open',
    kind: 'session',
  }),
  /** The six digits of the authenticator application. */
  totp: officeCall<{ body: { code: string } }, SessionState>({
    name: 'session.totp',
    path: '/api/session/totp',
    permission: 'open',
    kind: 'session',
  }),
  /** A recovery code works once. */
  recoveryCode: officeCall<{ body: { code: string } }, SessionState>({
    name: 'session.recoveryCode',
    path: '/api/session/recovery-code',
    permission: 'open',
    kind: 'session',
  }),
  /** For `startAuthentication`. Without a session it lets the browser offer the passkeys that it has. */
  passkeyOptions: officeCall<object, WebAuthnOptions>({
    name: 'session.passkeyOptions',
    path: '/api/session/passkey/options',
    permission: 'open',
    kind: 'session',
  }),
  /** Logs in by itself: a passkey is used with a PIN or a finger, so it is two factors. */
  passkey: officeCall<{ body: { response: PasskeyProof } }, SessionState>({
    name: 'session.passkey',
    path: '/api/session/passkey',
    permission: 'open',
    kind: 'session',
  }),
  logout: officeCall<object, SessionState>({
    name: 'session.logout',
    path: '/api/session/logout',
    permission: 'open',
    kind: 'session',
  }),
  /** Whom a one-time link is for; `linkExpired` when it was used or is too old. */
  lookAtInvitation: officeCall<{ body: { token: string } }, InvitationView>({
    name: 'session.lookAtInvitation',
    path: '/api/session/invitation/look',
    permission: 'open',
    kind: 'session',
  }),
  /** Sets the password and logs in. The link is `/invitation#<token>`: what is behind # is not sent to servers. */
  acceptInvitation: officeCall<{ body: { token: string; password: string } }, SessionState>({
    name: 'session.acceptInvitation',
    path: '/api/session/invitation/accept',
    permission: 'open',
    kind: 'session',
  }),
}

export interface Passkey {
  id: string
  name: string
  createdAt: string
  usedAt: string | null
}

export interface OfficeSessionView {
  id: string
  createdAt: string
  activeAt: string
  address: string
  /** The browser's `User-Agent`. */
  browser: string
  isCurrent: boolean
}

export interface OfficeAccount {
  person: OfficePerson
  hasTotp: boolean
  recoveryCodesLeft: number
  passkeys: Passkey[]
  sessions: OfficeSessionView[]
}

/** One's own account. In the stage `enrolment` only `get` and the calls that add a second factor work. */
export const accountCalls = {
  get: officeCall<object, OfficeAccount>({
    name: 'account.get',
    path: '/api/account',
    permission: 'session.own',
    kind: 'read',
  }),
  /** Ends all other sessions. */
  changePassword: officeCall<{ body: { current: string; password: string } }, SessionState>({
    name: 'account.changePassword',
    path: '/api/account/password',
    permission: 'session.own',
    kind: 'session',
  }),
  /** A new secret, which counts when `confirmTotp` proves that it was stored. `uri` is for a QR code. */
  startTotp: officeCall<object, { secret: string; uri: string }>({
    name: 'account.startTotp',
    path: '/api/account/totp/start',
    permission: 'session.own',
    kind: 'session',
  }),
  /** Returns the recovery codes, shown once. */
  confirmTotp: officeCall<{ body: { code: string } }, { recoveryCodes: string[]; session: SessionState }>({
    name: 'account.confirmTotp',
    path: '/api/account/totp/confirm',
    permission: 'session.own',
    kind: 'session',
  }),
  /** Replaces the recovery codes. */
  renewRecoveryCodes: officeCall<{ body: { password: string } }, { recoveryCodes: string[] }>({
    name: 'account.renewRecoveryCodes',
    path: '/api/account/recovery-codes',
    permission: 'session.own',
    kind: 'session',
  }),
  /** For `startRegistration`. */
  startPasskey: officeCall<object, WebAuthnOptions>({
    name: 'account.startPasskey',
    path: '/api/account/passkeys/start',
    permission: 'session.own',
    kind: 'session',
  }),
  addPasskey: officeCall<{ body: { name: string; response: NewPasskey } }, SessionState>({
    name: 'account.addPasskey',
    path: '/api/account/passkeys',
    permission: 'session.own',
    kind: 'session',
  }),
  /** `lastFactor` where a second factor is required and this is the only one. */
  removePasskey: officeCall<{ params: { id: string } }, OfficeAccount>({
    name: 'account.removePasskey',
    path: '/api/account/passkeys/{id}/remove',
    permission: 'session.own',
    kind: 'session',
  }),
  /** Ends one's other sessions. */
  endOtherSessions: officeCall<object, OfficeAccount>({
    name: 'account.endOtherSessions',
    path: '/api/account/sessions/end',
    permission: 'session.own',
    kind: 'session',
  }),
}
