import { hash } from 'node:crypto'
import type { AppDeps } from '../../deps.ts'
import { emailParams, hasEmailSql } from './emails.ts'
import type { Device } from './sessions.ts'

/**
 * A key of this device for the player of an address, if the player has logged in with the password on it before: its failures
 * count by themselves, so that nobody elsewhere can lock the player out of it. A browser is known by its cookie, the application
 * by its device id; the key says neither, because attempts outlive an erased account by some days. undefined for any other device, for terminals, which everybody uses, and for an unknown
 * address, after the same query.
 */
export async function knownDeviceOf(
  { db }: Pick<AppDeps, 'db'>,
  email: string,
  { isTerminal, browserId, deviceId, deviceType }: Device,
): Promise<string | undefined> {
  const applicationId = deviceType === 'terminal' && deviceId !== '' ? deviceId : null
  const [known] = await db.read<{ id: string }>(
    `select u.id from users u
      where ${hasEmailSql} and erased_at is null and exists (
        select from sessions s where s.user_id = u.id and s.password_at is not null and s.terminal_id is null
          and (s.browser_id = $3 or (s.device_type = 'terminal' and s.device_id = $4)))
      limit 1`,
    [...emailParams(email), browserId ?? null, applicationId],
  )
  if (!known || isTerminal) return undefined
  return `${known.id} ${hash('sha256', `${browserId ?? ''} ${applicationId ?? ''}`, 'base64url')}`
}
