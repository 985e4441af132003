import { createHash } from 'node:crypto'
import brand from '#brand/brand.json' with { type: 'json' }
import {
  generatedNames,
  nicknameDays,
  nicknameError,
  nicknameKey,
  normalizeNickname,
  type BetsShown,
} from '#contract/rules/nickname.ts'
import type { AppDeps } from '../../deps.ts'
import { uniqueViolation, type Tx } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'
import { keepClaims } from './claims.ts'

const dayMs = 86_400_000

/** What is read of a player whom others see. */
export interface PublicRow {
  player_id: string
  nickname: string | null
  avatar: number
  bets_shown: BetsShown
}

/** The columns of `PublicRow`, of the table `users` under this name. */
export function publicColumns(users: string): string {
  return `${users}.id as player_id, ${users}.nickname, ${users}.avatar, ${users}.bets_shown`
}

/** SQL: whether others see the amounts of this player's bets. */
export function showsAmountsSql(users: string): string {
  return `${users}.bets_shown <> 'noAmounts'`
}

/**
 * SQL: whether others see the amounts of a round that they have the id of. Not those of an anonymous player: the id may be from the
 * time when the name stood beside it.
 */
export function showsAmountsOfRoundSql(users: string): string {
  return `${users}.bets_shown = 'all'`
}

/** SQL: whether this player's bets are in the lists that others see: no test account, and none that was erased. */
export function isListedSql(users: string): string {
  return `not ${users}.test_flag and ${users}.erased_at is null`
}

/** The player's name for others: the nickname, or one that tells nothing about the person. */
export function publicName({ player_id: id, nickname }: Pick<PublicRow, 'player_id' | 'nickname'>): string {
  return nickname ?? generatedName(id)
}

/**
 * Always the same for a player. Two players may have the same one: it is no identity, only something to read.
 * @internal
 */
export function generatedName(playerId: string): string {
  const drawn = createHash('sha256').update(playerId).digest()
  const animal = generatedNames[drawn.readUInt32BE(0) % generatedNames.length]
  return `${animal}${String(drawn.readUInt32BE(4) % 100_000).padStart(5, '0')}`
}

/** Who has bet, for others: null for a player who is anonymous in bets; and whether the amounts may be told. */
export function betterOf(row: PublicRow): {
  player: string | null
  avatar: number | null
  showsAmounts: boolean
} {
  const isAnonymous = row.bets_shown === 'anonymous'
  return {
    player: isAnonymous ? null : publicName(row),
    avatar: isAnonymous ? null : row.avatar,
    showsAmounts: row.bets_shown !== 'noAmounts',
  }
}

/** What the player has chosen, and what others see now. */
export interface OwnIdentity {
  nickname: string | null
  shownName: string
  /** From when on the nickname can be changed; null: now. */
  changeFrom: Date | null
  bets: BetsShown
}

export async function readIdentityChoices(
  deps: Pick<AppDeps, 'clock' | 'db'>,
  userId: string,
  on: Pick<Tx, 'read'> = deps.db,
): Promise<OwnIdentity> {
  const [row] = await on.read<PublicRow & { nickname_changed_at: Date | null }>(
    `select ${publicColumns('u')}, u.nickname_changed_at from users u where u.id = $1`,
    [userId],
  )
  if (!row) throw new Refusal('loggedOut')
  const next = row.nickname_changed_at && new Date(row.nickname_changed_at.getTime() + nicknameDays * dayMs)
  return {
    nickname: row.nickname,
    shownName: publicName(row),
    changeFrom: next && next > deps.clock.now() ? next : null,
    bets: row.bets_shown,
  }
}

/**
 * Chooses a nickname. Throws nicknameInvalid, nicknameReserved, nicknameTaken (also for one that looks like another, or that staff
 * took away) and nicknameTooSoon.
 */
export async function chooseNickname(
  deps: Pick<AppDeps, 'clock' | 'db'>,
  userId: string,
  text: string,
): Promise<OwnIdentity> {
  const nickname = normalizeNickname(text)
  const error = nicknameError(nickname, brand.name)
  if (error) throw new Refusal(error)
  const key = nicknameKey(nickname)
  const now = deps.clock.now()
  try {
    return await deps.db.tx(async (tx) => {
      const [user] = await tx.query<{ nickname: string | null }>(
        'select nickname from users where id = $1 and erased_at is null for update',
        [userId],
      )
      if (!user) throw new Refusal('loggedOut')
      const current = await readIdentityChoices(deps, userId, tx)
      if (user.nickname === nickname) return current
      if (current.changeFrom) throw new Refusal('nicknameTooSoon')
      const blocked = await tx.query('select from blocked_nicknames where key = $1', [key])
      if (blocked.length > 0) throw new Refusal('nicknameTaken')
      await tx.query(
        'update users set nickname = $2, nickname_key = $3, nickname_changed_at = $4 where id = $1',
        [userId, nickname, key, now],
      )
      await keepClaims(tx, userId)
      return readIdentityChoices(deps, userId, tx)
    })
  } catch (failure) {
    if (uniqueViolation(failure) === 'users_nickname_key') throw new Refusal('nicknameTaken')
    throw failure
  }
}

/** Chooses what others see of the player's bets, of earlier ones too. */
export async function chooseBetsShown(
  { db }: Pick<AppDeps, 'db'>,
  userId: string,
  bets: BetsShown,
): Promise<void> {
  await db.write('update users set bets_shown = $2 where id = $1', [userId, bets])
}

/**
 * Takes a nickname away, for staff: nobody gets it again, and the player waits as after a change of one's own. Returns it; null if
 * there is none.
 */
export async function takeNicknameAway(
  { clock }: Pick<AppDeps, 'clock'>,
  tx: Tx,
  userId: string,
): Promise<string | null> {
  const [user] = await tx.query<{ nickname: string | null; nickname_key: string | null }>(
    'select nickname, nickname_key from users where id = $1 for update',
    [userId],
  )
  if (!user?.nickname_key) return null
  const now = clock.now()
  await tx.query('insert into blocked_nicknames (key, blocked_at) values ($1, $2) on conflict do nothing', [
    user.nickname_key,
    now,
  ])
  await tx.query(
    'update users set nickname = null, nickname_key = null, nickname_changed_at = $2 where id = $1',
    [userId, now],
  )
  await keepClaims(tx, userId)
  return user.nickname
}
