import { commissionRates } from '#contract/rules/referrals.ts'
import { usualThresholds, type RiskThresholds } from '#contract/rules/risk.ts'
import type { Reader, Writer } from '../../db/client.ts'

/** Settings that an operator may change while the server runs; they have defaults. Amounts in cents. */
export interface Settings {
  captcha: 'image' | 'widget'
  /** Link of the messenger in the side menu; a player's own link replaces it. */
  messenger: string | null
  /** Link of the brand's page on a social network, for the side menu. */
  social: string | null
  /** Amount of a gift, and how often it must be wagered (turnover = amount x factor). */
  gift: { amount: number; turnoverFactor: number }
  /**
   * Commission rates for bets of referral levels 1 to 3, as fractions. They apply to every day that is not
   * claimed yet.
   */
  commissionRates: readonly number[]
  /** From where on the operator is told of something (domain/risk/riskHits.ts). */
  riskRules: RiskThresholds
}

const defaults: Settings = {
  captcha: 'image',
  messenger: null,
  social: null,
  gift: { amount: 1000, turnoverFactor: 2 },
  commissionRates,
  riskRules: usualThresholds,
}

/** All settings, in one query. */
export async function readSettings(db: Reader): Promise<Settings> {
  const rows = await db.read<{ key: string; value: unknown }>('select key, value from settings')
  const stored = Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  return { ...defaults, ...stored }
}

export async function writeSetting<Key extends keyof Settings>(
  db: Writer,
  key: Key,
  value: Settings[Key],
): Promise<void> {
  await db.write(
    `insert into settings (key, value) values ($1, $2)
     on conflict (key) do update set value = excluded.value, updated_at = now()`,
    [key, JSON.stringify(value)],
  )
}
