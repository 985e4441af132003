import { cents, ZERO } from '#contract/money.ts'
import type { DepositPackage, OfferedPackage, PackageKind } from '#contract/http/order.ts'
import type { TurnoverRule } from '#contract/rules/turnover.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import type { Reader } from '../../db/client.ts'
import type { AppDeps } from '../../deps.ts'
import { personSql } from '../accounts/personIndex.ts'
import { isShownSql } from '../content/content.ts'

interface Row {
  id: string
  price: number
  gift: number
  sort: number
  kind: PackageKind
}

/** The packages on sale as this player may buy them, sorted: those of one kind, or all. */
export async function listPackages(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  { userId, kind }: { userId: string; kind?: PackageKind },
): Promise<OfferedPackage[]> {
  const { bonuses } = profileOf(deps)
  const rows = await deps.db.read<Row & { used: boolean }>(
    `select id, price, gift, sort, kind, exists (select from users u join package_bonuses b
         on b.person = ${personSql('u')} and b.package_id = p.id where u.id = $2) as used
       from deposit_packages p
      where ${isShownSql('$3')} and ($1::text is null or kind = $1) order by sort, price, id`,
    [kind ? kind : null, userId, deps.clock.now()],
  )
  return rows
    .filter((row) => bonuses.multiplier || row.kind !== 'EXPPAY')
    .map(({ used, ...row }) => {
      const { bonus, ...offer } = toPackage(row)
      return { ...offer, bonus: used || !bonuses.packages ? ZERO : bonus, isBonusUsed: used }
    })
}

/** A package on sale; undefined when there is none with this id. */
export async function findPackage(db: Reader, id: string, now: Date): Promise<DepositPackage | undefined> {
  const rows = await db.read<Row>(
    `select id, price, gift, sort, kind from deposit_packages where ${isShownSql('$2')} and id = $1`,
    [id, now],
  )
  return rows[0] && toPackage(rows[0])
}

/**
 * Packages of the bonus-multiplier prompt have a lower turnover: once the principal plus once the bonus.
 */
export function turnoverRuleOf(kind: PackageKind): TurnoverRule {
  return kind === 'EXPPAY' ? 'bonusMultiplier' : 'deposit'
}

function toPackage(row: Row): DepositPackage {
  return { id: row.id, price: cents(row.price), bonus: cents(row.gift), sort: row.sort, kind: row.kind }
}
