import { randomBytes, randomInt } from 'node:crypto'
import type { AppDeps } from '../../deps.ts'
import { Refusal } from '../../texts/refusal.ts'
import { hashToken, openSession, type Session } from './sessions.ts'

const lifetimeMs = 2 * 60_000

/** The terminal that has signed the call. */
interface CallingTerminal {
  terminalId: string
  deviceId: string
}

/**
 * A terminal asks to be logged in by a phone. `url` is for its QR code, which anybody may photograph; `secret` is for the
 * terminal alone. It replaces what the terminal asked before. Throws forbidden unless an enrolled terminal in service
 * calls.
 */
export async function startTerminalLogin(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  { terminalId, deviceId }: CallingTerminal,
): Promise<{ url: string; secret: string; number: string; secondsLeft: number }> {
  const code = randomBytes(16).toString('base64url')
  const secret = randomBytes(32).toString('base64url')
  const number = String(randomInt(10, 100))
  const now = deps.clock.now()
  await deps.db.tx(async (tx) => {
    const [terminal] = await tx.query(
      `select 1 from terminals
        where id = $1 and public_key is not null and revoked_at is null and in_service for update`,
      [terminalId],
    )
    if (!terminal) throw new Refusal('forbidden')
    await tx.query('delete from terminal_logins where terminal_id = $1', [terminalId])
    await tx.query(
      `insert into terminal_logins (code_hash, secret_hash, terminal_id, device_id, number, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        hashToken(code),
        hashToken(secret),
        terminalId,
        deviceId,
        number,
        now,
        new Date(now.getTime() + lifetimeMs),
      ],
    )
  })
  return { url: `${deps.config.publicUrl}/totem${code}`, secret, number, secondsLeft: lifetimeMs / 1_000 }
}

/** What a code asks for. Throws linkExpired for one that is unknown, approved or expired, or whose terminal was revoked. */
export async function readTerminalLogin(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  code: string,
): Promise<{ terminal: string; number: string; secondsLeft: number }> {
  const now = clock.now()
  const [row] = await db.read<{ name: string; number: string; expires_at: Date }>(
    `select terminals.name, l.number, l.expires_at
       from terminal_logins l join terminals on terminals.id = l.terminal_id
      where l.code_hash = $1 and l.approved_by is null and l.expires_at > $2 and terminals.revoked_at is null`,
    [hashToken(code), now],
  )
  if (!row) throw new Refusal('linkExpired')
  const secondsLeft = Math.ceil((row.expires_at.getTime() - now.getTime()) / 1_000)
  return { terminal: row.name, number: row.number, secondsLeft }
}

/** The phone's player logs the terminal in, once. Throws linkExpired as `readTerminalLogin` does. */
export async function approveTerminalLogin(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  session: Session,
  code: string,
): Promise<void> {
  const [approved] = await db.write(
    `update terminal_logins l set approved_by = $2
       from terminals where terminals.id = l.terminal_id and terminals.revoked_at is null
        and l.code_hash = $1 and l.approved_by is null and l.expires_at > $3
     returning l.code_hash`,
    [hashToken(code), session.id, clock.now()],
  )
  if (!approved) throw new Refusal('linkExpired')
}

/**
 * The token of the terminal's new session, once a phone has approved it; undefined while none has. Throws linkExpired for
 * a secret that is unknown, used or expired, from another device or terminal, and when the phone's session has ended
 * meanwhile.
 */
export async function collectTerminalLogin(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  secret: string,
  { terminalId, deviceId }: CallingTerminal,
): Promise<string | undefined> {
  const now = deps.clock.now()
  return deps.db.tx(async (tx) => {
    const [login] = await tx.query<{ approved_by: string | null }>(
      `select l.approved_by from terminal_logins l join terminals on terminals.id = l.terminal_id
        where l.secret_hash = $1 and l.collected_at is null and l.expires_at > $2
          and l.terminal_id = $3 and l.device_id = $4 and terminals.revoked_at is null
        for update of l`,
      [hashToken(secret), now, terminalId, deviceId],
    )
    if (!login) throw new Refusal('linkExpired')
    if (login.approved_by === null) return undefined
    const [phone] = await tx.query<{ user_id: string }>(
      `select s.user_id from sessions s join users u on u.id = s.user_id
        where s.id = $1 and s.revoked_at is null and s.expires_at > $2 and u.erased_at is null`,
      [login.approved_by, now],
    )
    if (!phone) throw new Refusal('linkExpired')
    // Whoever ends the sessions, as a new password does, then waits for the new one, or this one sees that they have ended.
    const live = await tx.query(
      'select from sessions where id = $1 and user_id = $2 and revoked_at is null for share',
      [login.approved_by, phone.user_id],
    )
    if (live.length === 0) throw new Refusal('linkExpired')
    await tx.query('update terminal_logins set collected_at = $2 where secret_hash = $1', [
      hashToken(secret),
      now,
    ])
    return openSession(deps, tx, {
      userId: phone.user_id,
      device: { deviceId, deviceType: 'terminal', terminalId, isTerminal: true },
    })
  })
}
