import type { Reader, Tx } from '../../db/client.ts'
import { personSql } from '../accounts/personIndex.ts'

/** Whether the person behind the player has had this offer, in this account or in an erased one. */
export async function isOfferClaimed(db: Reader, userId: string, offer: string): Promise<boolean> {
  const claimed = await db.read(
    `select 1 as claimed from users u join claimed_offers c on c.person = ${personSql('u')}
      where u.id = $1 and c.offer = $2`,
    [userId, offer],
  )
  return claimed.length > 0
}

/** Marks an offer as claimed by the person; false when it was before. The table's key decides between parallel claims. */
export async function claimOffer(tx: Tx, userId: string, offer: string, now: Date): Promise<boolean> {
  const claimed = await tx.query(
    `insert into claimed_offers (person, offer, claimed_at)
     select ${personSql('u')}, $2, $3 from users u where u.id = $1
     on conflict do nothing returning 1 as claimed`,
    [userId, offer, now],
  )
  return claimed.length > 0
}
