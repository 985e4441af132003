import brand from '#brand/brand.json' with { type: 'json' }
import { generateSecret, generateURI, TOTP, NobleCryptoPlugin, ScureBase32Plugin } from 'otplib'
import { bareCode } from '#contract/rules/typed.ts'
import { sealedAs } from '../../config/sealedColumns.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'

/** Codes of the step before and after count too: a telephone's clock may be wrong by half a minute. */
const toleranceSeconds = 30

const totp = new TOTP({ crypto: new NobleCryptoPlugin(), base32: new ScureBase32Plugin() })

type Deps = Pick<AppDeps, 'config' | 'clock'>

/** Stores a new secret that does not count yet, in place of one that was begun before. `uri` is for a QR code. */
export async function beginTotp(
  deps: Deps,
  tx: Tx,
  person: { id: string; email: string },
): Promise<{ secret: string; uri: string }> {
  const secret = generateSecret()
  await tx.query('update office.staff set totp_pending = $2 where id = $1', [
    person.id,
    deps.config.secrets.vault.seal(secret, sealedAs.totp),
  ])
  return { secret, uri: generateURI({ issuer: `${brand.name} Office`, label: person.email, secret }) }
}

/** Whether the code is right for the person's secret and newer than the last one; it is used then. */
export async function useTotp(
  deps: Deps,
  tx: Tx,
  staffId: string,
  typed: string,
  which: 'totp_secret' | 'totp_pending' = 'totp_secret',
): Promise<boolean> {
  const code = bareCode(typed)
  // Two logins with one code at the same time: the second waits, and finds the step used.
  const [row] = await tx.query<{
    totp_secret: Buffer | null
    totp_pending: Buffer | null
    totp_step: number
  }>('select totp_secret, totp_pending, totp_step from office.staff where id = $1 for update', [staffId])
  const sealed = row?.[which]
  if (!row || !sealed || !/^\d{6}$/.test(code)) return false
  const result = await totp.verify(code, {
    secret: deps.config.secrets.vault.open(sealed, sealedAs.totp),
    epoch: Math.floor(deps.clock.now().getTime() / 1_000),
    epochTolerance: toleranceSeconds,
  })
  if (!result.valid || (which === 'totp_secret' && result.timeStep <= row.totp_step)) return false
  await tx.query(
    which === 'totp_pending'
      ? 'update office.staff set totp_secret = totp_pending, totp_pending = null, totp_step = $2 where id = $1'
      : 'update office.staff set totp_step = $2 where id = $1',
    [staffId, result.timeStep],
  )
  return true
}
