import {
  identityRefusals,
  largestPicture,
  pictureKinds,
  pictureSides,
  type IdentityRefusal,
  type IdentityState,
  type PictureKind,
} from '#contract/rules/identityPictures.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { sealedAs } from '../../config/sealedColumns.ts'
import type { AppDeps } from '../../deps.ts'
import type { IdentityPicture } from '../../providers/identity/IdentityProvider.ts'
import { Refusal } from '../../texts/refusal.ts'
import { plainJpeg } from './jpeg.ts'

const dayMs = 86_400_000
/** Pictures that were never sent are deleted after so many days. */
const unsentDays = 7

/** Whether the jurisdiction asks for pictures of the document and of the face. */
export function asksPictures(deps: Pick<AppDeps, 'config'>): boolean {
  return profileOf(deps).identityPictures.length > 0
}

/** A check that a person or a provider can look at: it asks for no pictures, or has them. */
export const isCompleteSql = '(not needs_pictures or pictures_at is not null)'

/** What a player is told about the identity check. */
export interface PlayersCheck {
  state: IdentityState
  refusal: IdentityRefusal | null
  asksPictures: boolean
  pictures: PictureKind[]
}

export async function readPlayersCheck(
  deps: Pick<AppDeps, 'db' | 'config'>,
  userId: string,
): Promise<PlayersCheck> {
  const [row] = await deps.db.read<{
    kyc: number
    state: 'pending' | 'confirmed' | 'refused' | null
    is_complete: boolean | null
    refusal: string | null
    kinds: PictureKind[]
  }>(
    `select u.kyc, c.state, ${isCompleteSql} as is_complete, c.refusal,
        array(select kind from identity_pictures p where p.user_id = $1 and p.check_id = c.id) as kinds
      from users u left join lateral (
        select * from identity_checks where user_id = $1
          order by (state = 'pending') desc, decided_at desc limit 1) c on true
      where u.id = $1`,
    [userId],
  )
  if (!row) throw new Refusal('loggedOut')
  const state = stateOf(row)
  return {
    state,
    refusal: state === 'refused' ? knownRefusal(row.refusal) : null,
    asksPictures: asksPictures(deps),
    pictures: state === 'pictures' ? pictureKinds.filter((kind) => row.kinds.includes(kind)) : [],
  }
}

function stateOf(row: { kyc: number; state: string | null; is_complete: boolean | null }): IdentityState {
  if (row.kyc === 1) return 'confirmed'
  if (row.state === 'pending') return row.is_complete ? 'waiting' : 'pictures'
  return row.state === 'refused' ? 'refused' : 'none'
}

/** Checks of before had no reason for the player. */
function knownRefusal(stored: string | null): IdentityRefusal {
  return identityRefusals.find((refusal) => refusal === stored) ?? 'other'
}

/**
 * Stores a picture for the player's check that waits for them, in place of another of its kind. Throws `pictureInvalid` for
 * anything that is no JPEG of the right size, `kycPending` when the pictures were sent, and `conflict` when no check waits.
 */
export async function addPicture(
  deps: Pick<AppDeps, 'db' | 'config' | 'clock'>,
  userId: string,
  { kind, image }: { kind: PictureKind; image: Buffer },
): Promise<void> {
  if (image.length > largestPicture) throw new Refusal('pictureInvalid')
  const picture = plainJpeg(image)
  if (!picture || !isRightSize(picture)) throw new Refusal('pictureInvalid')
  await deps.db.tx(async (tx) => {
    const checkId = await lockIncomplete(tx, userId)
    await tx.query(
      `insert into identity_pictures (user_id, check_id, kind, image, taken_at) values ($1, $2, $3, $4, $5)
       on conflict (user_id, check_id, kind) do update set image = excluded.image, taken_at = excluded.taken_at`,
      [
        userId,
        checkId,
        kind,
        deps.config.secrets.vault.sealBytes(picture.bytes, sealedAs.identityPicture(userId, kind)),
        deps.clock.now(),
      ],
    )
  })
}

/** The id of the player's check that waits for pictures, locked. Throws `conflict` when there is none, `kycPending` when it has them. */
export async function lockIncomplete(tx: Tx, userId: string): Promise<string> {
  const [check] = await tx.query<{ id: string; needs_pictures: boolean; pictures_at: Date | null }>(
    `select id, needs_pictures, pictures_at from identity_checks where user_id = $1 and state = 'pending' for update`,
    [userId],
  )
  if (!check?.needs_pictures) throw new Refusal('conflict')
  if (check.pictures_at) throw new Refusal('kycPending')
  return check.id
}

/** The pictures of a check, opened; an empty list when they were deleted. */
export async function readPictures(
  deps: Pick<AppDeps, 'config'>,
  db: Reader,
  { userId, checkId }: { userId: string; checkId: string },
): Promise<IdentityPicture[]> {
  const rows = await db.read<{ kind: PictureKind; image: Buffer }>(
    'select kind, image from identity_pictures where user_id = $1 and check_id = $2',
    [userId, checkId],
  )
  return pictureKinds.flatMap((kind) => {
    const row = rows.find((found) => found.kind === kind)
    return row
      ? [
          {
            kind,
            image: deps.config.secrets.vault.openBytes(row.image, sealedAs.identityPicture(userId, kind)),
          },
        ]
      : []
  })
}

/**
 * Deletes the pictures whose period after the decision is over, and those that were never sent. Where pictures are not asked for
 * any more there is no period, and no reason to keep one.
 */
export async function deleteIdentityPictures(deps: Pick<AppDeps, 'db' | 'config' | 'clock'>): Promise<void> {
  const now = deps.clock.now().getTime()
  const before = (days: number) => new Date(now - days * dayMs)
  await deps.db.write(
    `delete from identity_pictures p using identity_checks c
      where c.user_id = p.user_id and c.id = p.check_id and c.pictures_at is null and p.taken_at < $1`,
    [before(unsentDays)],
  )
  const periods = profileOf(deps).identityPictures
  if (periods.length === 0)
    await deps.db.write(
      `delete from identity_pictures p using identity_checks c
        where c.user_id = p.user_id and c.id = p.check_id and c.decided_at is not null`,
    )
  for (const [index, { from, confirmedDays, refusedDays }] of periods.entries())
    await deps.db.write(
      `delete from identity_pictures p using identity_checks c
        where c.user_id = p.user_id and c.id = p.check_id
          and (c.decided_at >= $1::date::timestamp at time zone 'America/Sao_Paulo' or $5)
          and ($2::date is null or c.decided_at < $2::date::timestamp at time zone 'America/Sao_Paulo')
          and c.decided_at < case c.state when 'confirmed' then $3::timestamptz when 'refused' then $4::timestamptz end`,
      // Decisions of before the first period have the first one.
      [from, periods[index + 1]?.from ?? null, before(confirmedDays), before(refusedDays), index === 0],
    )
}

function isRightSize({ width, height }: { width: number; height: number }): boolean {
  return Math.min(width, height) >= pictureSides.shortest && Math.max(width, height) <= pictureSides.longest
}
