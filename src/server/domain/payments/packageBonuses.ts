import type { Reader, Tx } from '../../db/client.ts'
import { personSql } from '../accounts/personIndex.ts'

/** Whether the person has had this package's bonus. */
export async function isBonusUsed(db: Reader, userId: string, packageId: string): Promise<boolean> {
  const used = await db.read(
    `select 1 as used from users u join package_bonuses b on b.person = ${personSql('u')}
      where u.id = $1 and b.package_id = $2`,
    [userId, packageId],
  )
  return used.length > 0
}

/** Uses up a package's bonus; false when it was used before. The table's key decides between parallel payments. */
export async function useBonus(
  tx: Tx,
  { userId, packageId, now }: { userId: string; packageId: string; now: Date },
): Promise<boolean> {
  const used = await tx.query(
    `insert into package_bonuses (person, package_id, used_at)
     select ${personSql('u')}, $2, $3 from users u where u.id = $1
     on conflict do nothing returning 1 as used`,
    [userId, packageId, now],
  )
  return used.length > 0
}
