import { randomInt } from 'node:crypto'
import { cents, ZERO, type Cents } from '#contract/money.ts'
import { bareCode } from '#contract/rules/typed.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'
import { isShownSql } from '../content/content.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import { publicColumns, publicName, type PublicRow } from '../accounts/publicIdentity.ts'

/** No characters that look alike: codes are read aloud and typed. */
const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const codeLength = 8

/** An unused code. */
export async function newInviteCode(db: Reader): Promise<string> {
  for (;;) {
    const code = Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join(
      '',
    )
    if (!(await findOwner(db, code))) return code
  }
}

/**
 * The id of the player with this invite code; null for an empty code, and for one whose owner has erased the account since it was
 * shared: whoever was invited has no field in which to take it back. Throws `inviteCodeUnknown`.
 */
export async function ownerOfInvite(db: Reader, code: string): Promise<string | null> {
  if (bareCode(code) === '') return null
  const [owner] = await db.read<{ id: string; is_erased: boolean }>(
    'select u.id, u.erased_at is not null as is_erased from users u where upper(u.invite_code) = upper($1)',
    [bareCode(code)],
  )
  if (!owner) throw new Refusal('inviteCodeUnknown')
  return owner.is_erased ? null : owner.id
}

/**
 * The inviter's public name, and the welcome bonus in cents: that of the first-deposit package, or 0 where the
 * jurisdiction forbids it.
 */
export async function readInvitation(
  deps: Pick<AppDeps, 'db' | 'config' | 'clock'>,
  code: string,
): Promise<{ inviter: string; avatar: number; welcomeBonus: Cents }> {
  const owner = await findOwner(deps.db, code)
  if (!owner) throw new Refusal('inviteCodeUnknown')
  const [offer] = await deps.db.read<{ gift: number }>(
    `select gift from deposit_packages where ${isShownSql('$1')} and kind = 'FCBRL' order by sort, id limit 1`,
    [deps.clock.now()],
  )
  return {
    inviter: publicName(owner),
    avatar: owner.avatar,
    welcomeBonus: profileOf(deps).bonuses.packages ? cents(offer?.gift ?? 0) : ZERO,
  }
}

async function findOwner(db: Reader, code: string) {
  const [owner] = await db.read<PublicRow>(
    `select ${publicColumns('u')} from users u where upper(u.invite_code) = upper($1) and u.erased_at is null`,
    [bareCode(code)],
  )
  return owner
}
