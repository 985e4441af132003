import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { limitKinds } from '#contract/rules/limits.ts'
import { usualHouseRules } from '#contract/rules/settlementRules.ts'
import { houseSwitches, type HouseSwitch } from '#contract/rules/houseSwitches.ts'
import { bonusKinds } from '#contract/rules/bonusKinds.ts'
import { helpLine, legalNotices, operator, paymentMethods } from '#contract/http/appInfo.schema.ts'
import spec from '../../../resources/jurisdictions/spec.json' with { type: 'json' }
import { programRoot } from './programRoot.ts'
import type { ServerConfig } from './config.ts'
import { StartError } from './startError.ts'

function switchesOf<K extends string>(keys: readonly K[]): Record<K, z.ZodBoolean> {
  return Object.fromEntries(keys.map((key) => [key, z.boolean()])) as Record<K, z.ZodBoolean>
}

/** Whether each of these begins after the one before. */
function areInOrder(dated: readonly { from: string }[]): boolean {
  return dated.every(({ from }, index) => index === 0 || from > (dated[index - 1]?.from ?? ''))
}

/**
 * What a jurisdiction turns on and off ("Jurisdiction profiles" in docs/product.md, and
 * docs/jurisdictions.md).
 */
const profileSchema = z.strictObject({
  title: z.string().min(1),
  /** How a deposit may be paid: the provider offers these methods, and players see them. */
  paymentMethods: z.array(z.enum(paymentMethods)).min(1),
  /** A deposit that was paid by someone other than the player is sent back. */
  ownAccountOnly: z.boolean(),
  /** Persons in the authority's register may not play: it is asked by the provider that BLOCKED_PERSONS names. */
  blockedPersons: z.boolean(),
  /** Withdrawal to USDT, for players for whom it is enabled. */
  crypto: z.boolean(),
  /** Which kinds of bonus there are: one that is off is neither credited nor shown. */
  bonuses: z.strictObject(switchesOf(bonusKinds)),
  onlineCount: z.strictObject({ multiplier: z.number().int().min(1), jitter: z.boolean() }),
  /** No deposit before the player has set a limit of each of these kinds. */
  limitsAtSignUp: z.array(z.enum(limitKinds)),
  /** Whether the identity check asks for the date of birth, and refuses who is under 18 by it. */
  birthDate: z.boolean(),
  /**
   * The identity check asks for pictures of the document and of the face. They are deleted so many days after a decision of
   * each day from `from` on. None: no pictures.
   */
  identityPictures: z
    .array(
      z.strictObject({
        from: z.iso.date(),
        confirmedDays: z.number().int().min(1).max(3_660),
        refusedDays: z.number().int().min(1).max(3_660),
      }),
    )
    .refine(areInOrder, { message: 'the dates must be in order' })
    .default([]),
  /** For how many years the identification of an erased account is kept, sealed; 0: it is erased at once. */
  identityYears: z.number().int().min(0).max(30).default(0),
  /** No deposit before the player has confirmed the e-mail address. */
  confirmedEmail: z.boolean(),
  /** A session without a call for this long is closed; null: never. */
  idleCloseMinutes: z.number().int().min(1).nullable(),
  /** Within how many minutes a withdrawal is to be paid, and after how many the operator is warned; null: no rule. */
  withdrawalMinutes: z
    .strictObject({ warn: z.number().int().min(1), limit: z.number().int().min(1) })
    .refine(({ warn, limit }) => warn < limit, 'warn must be before limit')
    .nullable(),
  /** Whether play on a venue's kiosk is allowed. */
  kiosk: z.boolean(),
  /** Whether cash may come in as a voucher. */
  vouchers: z.boolean(),
  /** Cash taken out on paper at a kiosk: the most of one voucher, in cents, and for how long it is paid; null: not allowed. */
  voucherWithdrawals: z
    .strictObject({ maximum: z.number().int().min(1), days: z.number().int().min(1).max(365) })
    .nullable(),
  /** Which bets stand where houses differ; the usual rules where a profile has none. */
  sports: z
    .strictObject({ retirement: z.enum(['afterOneSet', 'endOnly']), superOver: z.boolean() })
    .default(usualHouseRules),
  /** Notices that players see in the footer and where they deposit. */
  notices: z.array(z.enum(legalNotices)),
  /** Which captcha is used; null leaves it to the operator's setting. */
  captcha: z.enum(['image', 'widget']).nullable(),
  /**
   * The tax on gross gaming revenue: the rate, in hundredths of a percent, of each day from `from` on; no tax before the
   * first. Its base is cash stakes less what they paid out (domain/reports/tax.ts).
   */
  revenueTax: z
    .array(z.strictObject({ from: z.iso.date(), basisPoints: z.number().int().min(0).max(10_000) }))
    .refine(areInOrder, { message: 'the dates must be in order' }),
  /**
   * The tax on the prizes of a player's year: what is free of it, in cents, and the rate of the rest in hundredths of a percent, of
   * each year from that of `from` on (contract/rules/prizeTax.ts). No tax before the first, and none where there is none.
   */
  prizeTax: z
    .array(
      z.strictObject({
        from: z.iso.date().regex(/-01-01$/, 'must be the first day of a year'),
        exemptCents: z.number().int().min(0),
        basisPoints: z.number().int().min(0).max(10_000),
      }),
    )
    .refine(areInOrder, { message: 'the dates must be in order' })
    .default([]),
  /** Whether the authority wants the reports of contract/rules/regulatorReports.ts: what is overdue is listed. */
  regulatorReports: z.boolean().default(false),
  /** Shown with responsible play, in the terms and in the footer. */
  helpLines: z.array(helpLine),
  /** Stated in the terms, with responsible play and in the footer. */
  operator,
})

export type JurisdictionProfile = z.output<typeof profileSchema>

const profiles = new Map<string, JurisdictionProfile>()

/**
 * Reads and checks resources/jurisdictions/<name>.json, once. Throws a StartError with a one-line message.
 */
export function loadProfile(
  name: string,
  folder = join(programRoot(), 'resources/jurisdictions'),
): JurisdictionProfile {
  const path = join(folder, `${name}.json`)
  const loaded = profiles.get(path)
  if (loaded) return loaded
  if (!existsSync(path)) {
    // The default profile is compiled in, so that the server starts even without the resources folder.
    if (name === 'spec') return parseProfile(JSON.stringify(spec), path)
    throw new StartError(`JURISDICTION ${name} has no profile: there is no ${path}`)
  }
  const profile = parseProfile(readFileSync(path, 'utf8'), path)
  profiles.set(path, profile)
  return profile
}

const configured = new Map<string, JurisdictionProfile>()

/** The profile of the configured jurisdiction. Cached by name, because every call needs it. */
export function profileOf({ config }: { config: Pick<ServerConfig, 'jurisdiction'> }): JurisdictionProfile {
  const profile = configured.get(config.jurisdiction) ?? loadProfile(config.jurisdiction)
  configured.set(config.jurisdiction, profile)
  return profile
}

/** What the profile turns off. */
export function switchedOff(deps: { config: Pick<ServerConfig, 'jurisdiction'> }): HouseSwitch[] {
  const { bonuses, vouchers, voucherWithdrawals, kiosk } = profileOf(deps)
  const isOn = { ...bonuses, vouchers, voucherWithdrawals: voucherWithdrawals !== null, kiosk }
  return houseSwitches.filter((name) => !isOn[name])
}

/** Since when a withdrawal must have waited to be almost late, and late; null where there is no rule. */
export function lateSince(
  config: Pick<ServerConfig, 'jurisdiction'>,
  now: Date,
): { warn: Date; limit: Date } | null {
  const { withdrawalMinutes } = profileOf({ config })
  if (withdrawalMinutes === null) return null
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  return { warn: before(withdrawalMinutes.warn), limit: before(withdrawalMinutes.limit) }
}

function parseProfile(text: string, path: string): JurisdictionProfile {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new StartError(`The profile ${path} is not JSON`, { cause })
  }
  const parsed = profileSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const reasons = parsed.error.issues.map(({ path: field, message }) =>
    field.length > 0 ? `${field.join('.')}: ${message}` : message,
  )
  throw new StartError(`The profile ${path} cannot be used: ${reasons.join('; ')}`)
}
