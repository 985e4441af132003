import { cents, type Cents } from '#contract/money.ts'
import { validInviteeBets, validInviteeDeposit } from '#contract/rules/referrals.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader } from '../../db/client.ts'
import { publicColumns, publicName, type PublicRow } from '../accounts/publicIdentity.ts'
import { countedSql } from './countedBets.ts'
import { excludedOf, type Excluded } from './excludedTeam.ts'

const pageSize = 20

/** CTE `team (id, level)`: players invited by player `$1` (level 1), by level 1, and by level 2. */
export const teamSql = `invited as (select id from users where invited_by = $1),
  invited_2 as (select id from users where invited_by in (select id from invited)),
  invited_3 as (select id from users where invited_by in (select id from invited_2)),
  team (id, level) as (
    select id, 1 from invited union all select id, 2 from invited_2 union all select id, 3 from invited_3
  )`

/**
 * Needs the CTEs of `excluded` and the tables `u` and `w`. Settled bets count by the edge of their games, so that they cost more
 * than an invitee earns.
 */
const isValidSql = (excluded: Excluded) => `not u.test_flag and not ${excluded.isSql('u')}
    and w.deposit_sum >= ${validInviteeDeposit} and ${countedSql('u.id')} >= ${validInviteeBets}`

export interface TeamLevel {
  level: number
  people: number
  deposits: Cents
  bets: Cents
}

/** The three referral levels with their players and deposits, as in user info. */
export async function readTeam(db: Reader, userId: string): Promise<TeamLevel[]> {
  const rows = await db.read<{ level: number; people: number; deposits: number; bets: number }>(
    `with ${teamSql}
     select team.level, count(*) as people, sum(w.deposit_sum)::bigint as deposits,
       sum(w.bet_sum)::bigint as bets
     from team join users u on u.id = team.id join wallets w on w.user_id = u.id
     where not u.test_flag group by team.level`,
    [userId],
  )
  return [1, 2, 3].map((level) => {
    const row = rows.find((candidate) => candidate.level === level)
    return {
      level,
      people: row?.people ?? 0,
      deposits: cents(row?.deposits ?? 0),
      bets: cents(row?.bets ?? 0),
    }
  })
}

/**
 * The number of valid direct invitees: those who have deposited and bet enough, and are neither the player's own accounts
 * nor another account of somebody who counted before
 * ("Invitations" in docs/product.md).
 */
export async function countValidInvitees(db: Reader, userId: string): Promise<number> {
  const excluded = await excludedOf(db, userId, 2)
  const [row] = await db.read<{ count: number }>(
    `${excluded.ctes.map((each) => `with ${each}`).join('')}
     select count(*) as count from users u join wallets w on w.user_id = u.id
      where u.invited_by = $1 and ${isValidSql(excluded)}`,
    [userId, ...excluded.params],
  )
  return row?.count ?? 0
}

export interface InvitedPlayer {
  /** The name that others see. */
  player: string
  avatar: number
  joinedAt: Date
  hasDeposited: boolean
  isValid: boolean
}

/** Invited players of one level, newest first; `next` is the offset of the page after it, or null. */
export async function listInvited(
  deps: Pick<AppDeps, 'db'>,
  userId: string,
  { level, offset }: { level: number; offset: number },
): Promise<{ list: InvitedPlayer[]; next: number | null }> {
  const excluded = await excludedOf(deps.db, userId, 5)
  const rows = await deps.db.read<
    PublicRow & { created_at: Date; has_deposited: boolean; is_valid: boolean }
  >(
    `with ${[...excluded.ctes, teamSql].join(', ')}
     select ${publicColumns('u')}, u.created_at, w.deposit_sum > 0 as has_deposited,
       team.level = 1 and ${isValidSql(excluded)} as is_valid
     from team join users u on u.id = team.id join wallets w on w.user_id = u.id
     where team.level = $2 and not u.test_flag order by u.created_at desc, u.id limit $3 offset $4`,
    [userId, level, pageSize + 1, offset, ...excluded.params],
  )
  const list = rows.slice(0, pageSize).map((row) => ({
    player: publicName(row),
    avatar: row.avatar,
    joinedAt: row.created_at,
    hasDeposited: row.has_deposited,
    isValid: row.is_valid,
  }))
  return { list, next: rows.length > pageSize ? offset + pageSize : null }
}
