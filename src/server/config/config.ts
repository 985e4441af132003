import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { Cents } from '#contract/money.ts'
import {
  addressesOf,
  addressFields,
  refuseSharedOrigins,
  refuseSharedPorts,
  type AddressSettings,
} from './addressSettings.ts'
import { defaultBuckets, toBuckets, type Buckets } from './bucketSizes.ts'
import type { GivenSecrets, Secrets } from './derivedSecrets.ts'
import { feedFields, feedOf, type FeedSettings } from './feedSettings.ts'
import { flag, oneOf, secret, toTrustedProxies, url } from './fields.ts'
import { gameProviderFields, hub88Of, type Hub88Settings } from './gameProviderSettings.ts'
import { messageFields, pushOf, smtpOf, type PushConfig, type SmtpConfig } from './messageSettings.ts'
import { bankOf, efiOf, paymentFields, type BankSettings } from './paymentSettings.ts'
import {
  identityOf,
  personFields,
  registerOf,
  reportsOf,
  type IdentitySettings,
  type RegisterSettings,
  type RegulatorSettings,
} from './personSettings.ts'
import { programRoot } from './programRoot.ts'
import { StartError } from './startError.ts'

/**
 * The server's configuration: its environment, checked. "Commands and environment" in docs/product.md lists
 * the variables.
 */
export interface ServerConfig extends AddressSettings {
  /** An absolute path. */
  dataDir: string
  /** Undefined: the embedded PostgreSQL in dataDir. */
  databaseUrl: string | undefined
  /** With the role that owns the schema; undefined: this server does not migrate in production. */
  databaseOwnerUrl: string | undefined
  production: boolean
  sandbox: boolean
  /** What QA's controls ask for; undefined: they are for this machine alone. */
  sandboxToken: string | undefined
  jurisdiction: string
  /** Third-party game catalogues that are offered. */
  gameProviders: readonly ('example' | 'hub88')[]
  /** Only for the game provider `hub88`. */
  hub88: Hub88Settings
  paymentProvider: 'sandbox' | 'pix'
  /** How the bank is reached; only for the provider `pix`. */
  bank: BankSettings
  payoutProvider: 'sandbox' | 'efi'
  /** Up to this amount a withdrawal is approved by rule (domain/payments/approvalRule.ts); 0: a person decides. */
  payoutAutoLimit: Cents
  /** How Efí is reached; only for the payout provider `efi`. */
  efi: BankSettings
  /** Who confirms that a player is who they say: `manual` is a person at the operator. */
  identityProvider: 'sandbox' | 'manual' | 'http'
  /** Only for the identity provider `http`. */
  identity: IdentitySettings
  blockedPersons: 'none' | 'sandbox' | 'sigap'
  /** Only for the register `sigap`. */
  register: RegisterSettings
  /** `simulated` is the built-in calendar of invented matches. */
  feedProvider: 'simulated' | 'replay' | 'isports'
  feed: FeedSettings
  /** Who receives reports: `none` is sent nothing. */
  regulator: 'none' | 'sigap'
  reports: RegulatorSettings
  /** `log` sends nothing. */
  mailer: 'sandbox' | 'log' | 'smtp'
  /** Only for the mailer `smtp`. */
  smtp: SmtpConfig
  push: PushConfig
  /** Whether the payments of a production server are play money: every page says so. */
  demonstration: boolean
  /** LiveChat licence id. Undefined: the support chat is our own page, which the back office answers. */
  supportId: string | undefined
  logLevel: LogLevel
  /**
   * Whose `X-Forwarded-For` is trusted: this number of proxies in front of the server, or these addresses and
   * networks; false: no one's.
   */
  trustProxy: false | number | string[]
  /** How many calls a player and an address may make; null: any number. */
  buckets: Buckets | null
  /** Whole months after which rounds are archived (jobs/partitions.ts); undefined: never. */
  roundRetentionMonths: number | undefined
  /** How long a server still serves after the signal to stop, so that load balancers notice, in ms. */
  drainMs: number
  /** Address of an OpenTelemetry collector; undefined: no traces. */
  otlpEndpoint: string | undefined
  /** Address of the NATS server that carries messages between processes; undefined: the database does. */
  natsUrl: string | undefined
  /** When wallets are compared with the ledger, every day: minutes after midnight UTC; undefined: never. */
  walletAuditAt: number | undefined
  /** Directory of the release that terminals update themselves to. */
  updatesDir: string
  /** Directory of the built web client. */
  webRoot: string
  /** Directory of the built games. */
  gamesRoot: string
  /** Directory of the back office's built client. */
  officeRoot: string
  /** Directory of the built page of QA's controls, which only the sandbox serves. */
  sandboxRoot: string
  secrets: Secrets
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const trustProxyError =
  'TRUST_PROXY must be the number of proxies in front of the server, or their addresses or networks, separated by commas'

const rateLimitsError =
  'RATE_LIMITS must be on, off, or buckets with calls per second and burst, such as bets=200/600,logins=2/10'

/** Rewards and records of the last weeks read the rounds themselves. */
const roundRetentionError = 'ROUND_RETENTION_MONTHS must be a number of months from 3 to 999'

/** Undefined for `off`. */
function toMinutes(time: string): number | undefined {
  const [hours, minutes] = time.split(':').map(Number)
  return hours === undefined || minutes === undefined ? undefined : hours * 60 + minutes
}

const environment = z.object({
  ...addressFields,
  ...gameProviderFields,
  ...paymentFields,
  ...personFields,
  ...feedFields,
  ...messageFields,
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: url(
    'DATABASE_URL',
    /^postgres(ql)?$/,
    'postgresql://user:password@host:5432/palpite',
  ).optional(),
  DATABASE_OWNER_URL: url(
    'DATABASE_OWNER_URL',
    /^postgres(ql)?$/,
    'postgresql://owner:password@host:5432/palpite',
  ).optional(),
  NODE_ENV: oneOf('NODE_ENV', ['development', 'production', 'test']).default('development'),
  SANDBOX: flag('SANDBOX').optional(),
  SANDBOX_TOKEN: z
    .string()
    .regex(/^[\w-]{16,200}$/, { error: 'SANDBOX_TOKEN must be at least 16 letters, digits, - or _' })
    .optional(),
  JURISDICTION: z
    .string()
    .regex(/^[a-z0-9_-]{1,40}$/, { error: 'JURISDICTION must be the name of a profile, such as spec or br' })
    .default('spec'),
  SUPPORT_ID: z
    .string()
    .regex(/^\d{1,12}$/, { error: 'SUPPORT_ID must be a LiveChat licence id: digits only' })
    .optional(),
  LOG_LEVEL: oneOf('LOG_LEVEL', logLevels).default('warn'),
  TRUST_PROXY: z
    .string()
    .transform(toTrustedProxies)
    .pipe(z.union([z.literal(false), z.number(), z.array(z.string())], { error: trustProxyError }))
    .default(false),
  RATE_LIMITS: z
    .string()
    .transform((text, context) => {
      const buckets = toBuckets(text)
      if (buckets === undefined) context.addIssue({ code: 'custom', message: rateLimitsError })
      return buckets ?? null
    })
    .optional(),
  ROUND_RETENTION_MONTHS: z
    .string()
    .regex(/^\d{1,3}$/, { error: roundRetentionError })
    .transform(Number)
    .refine((months) => months >= 3, { error: roundRetentionError })
    .optional(),
  DRAIN_MS: z
    .string()
    .regex(/^\d{1,6}$/, { error: 'DRAIN_MS must be a number of milliseconds up to 999999' })
    .transform(Number)
    .default(0),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    /^https?$/,
    'http://collector:4318',
  ).optional(),
  NATS_URL: url('NATS_URL', /^(nats|tls)$/, 'nats://nats:4222').optional(),
  WALLET_AUDIT: z
    .string()
    .regex(/^(off|([01]\d|2[0-3]):[0-5]\d)$/, {
      error: 'WALLET_AUDIT must be a time (UTC) such as 07:00, or off',
    })
    .default('07:00')
    .transform(toMinutes),
  UPDATES_DIR: z.string().optional(),
  WEB_ROOT: z.string().optional(),
  GAMES_ROOT: z.string().optional(),
  OFFICE_ROOT: z.string().optional(),
  SANDBOX_ROOT: z.string().optional(),
  ENCRYPTION_KEY: secret('ENCRYPTION_KEY').optional(),
  ENCRYPTION_KEY_PREVIOUS: secret('ENCRYPTION_KEY_PREVIOUS').optional(),
  WEBHOOK_SECRET: z.string().min(16, { error: 'WEBHOOK_SECRET must have at least 16 characters' }).optional(),
})

type Environment = z.output<typeof environment>

export interface ParsedConfig {
  config: Omit<ServerConfig, 'secrets'>
  secrets: GivenSecrets
}

/**
 * Reads the environment. A variable with an empty value counts as unset. Throws a StartError with a one-line
 * message.
 */
export function parseConfig(env: Record<string, string | undefined>): ParsedConfig {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environment.safeParse(given)
  if (!parsed.success) throw new StartError(parsed.error.issues.map((issue) => issue.message).join('; '))
  const values = parsed.data
  const production = values.NODE_ENV === 'production'
  const sandbox = values.SANDBOX ?? !production
  if (production && values.SANDBOX) throw new StartError('SANDBOX cannot be 1 when NODE_ENV is production')
  if (!sandbox && values.GAME_PROVIDERS.includes('example'))
    throw new StartError('GAME_PROVIDERS: example is for the sandbox only')
  refuseSharedPorts(values)
  if (production && values.OFFICE_PORT !== undefined && values.OFFICE_URL === undefined)
    throw new StartError('OFFICE_URL must be set with OFFICE_PORT when NODE_ENV is production')
  if (!sandbox && values.MAILER === 'sandbox') throw new StartError('MAILER: sandbox is for the sandbox only')
  if (!sandbox && values.BLOCKED_PERSONS === 'sandbox')
    throw new StartError('BLOCKED_PERSONS: sandbox is for the sandbox only')
  if (production) refuseSilentDefaults(values)
  const paymentProvider = values.PAYMENT_PROVIDER ?? 'sandbox'
  const isPlayMoney = sandbox || paymentProvider === 'sandbox'
  if (values.IDENTITY_PROVIDER === 'sandbox' && !isPlayMoney)
    throw new StartError('IDENTITY_PROVIDER: sandbox confirms everybody, which is for play money only')
  refuseSharedOrigins(values)
  return {
    config: {
      ...addressesOf(values, production),
      dataDir: resolve(values.DATA_DIR),
      databaseUrl: values.DATABASE_URL,
      databaseOwnerUrl: values.DATABASE_OWNER_URL,
      production,
      sandbox,
      sandboxToken: values.SANDBOX_TOKEN,
      jurisdiction: values.JURISDICTION,
      gameProviders: [...new Set(values.GAME_PROVIDERS)],
      hub88: hub88Of(values),
      paymentProvider,
      bank: bankOf(values),
      payoutProvider: values.PAYOUT_PROVIDER,
      payoutAutoLimit: values.PAYOUT_AUTO_LIMIT,
      efi: efiOf(values),
      identityProvider: values.IDENTITY_PROVIDER ?? (isPlayMoney ? 'sandbox' : 'manual'),
      identity: identityOf(values),
      blockedPersons: values.BLOCKED_PERSONS,
      register: registerOf(values),
      feedProvider: values.FEED_PROVIDER,
      feed: feedOf(values),
      regulator: values.REGULATOR,
      reports: reportsOf(values),
      mailer: values.MAILER ?? (sandbox ? 'sandbox' : 'log'),
      push: pushOf(values),
      smtp: smtpOf(values),
      demonstration: production && paymentProvider === 'sandbox',
      supportId: values.SUPPORT_ID,
      logLevel: values.LOG_LEVEL,
      trustProxy: values.TRUST_PROXY,
      // In the sandbox all players and tests come from one address, and play as fast as they can.
      buckets: values.RATE_LIMITS === undefined ? (sandbox ? null : defaultBuckets) : values.RATE_LIMITS,
      roundRetentionMonths: values.ROUND_RETENTION_MONTHS,
      drainMs: values.DRAIN_MS,
      otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
      natsUrl: values.NATS_URL,
      walletAuditAt: values.WALLET_AUDIT,
      updatesDir: resolve(values.UPDATES_DIR ?? join(values.DATA_DIR, 'updates')),
      webRoot: values.WEB_ROOT ? resolve(values.WEB_ROOT) : join(programRoot(), 'dist-web'),
      gamesRoot: values.GAMES_ROOT ? resolve(values.GAMES_ROOT) : join(programRoot(), 'dist-games'),
      officeRoot: values.OFFICE_ROOT ? resolve(values.OFFICE_ROOT) : join(programRoot(), 'dist-office'),
      sandboxRoot: values.SANDBOX_ROOT ? resolve(values.SANDBOX_ROOT) : join(programRoot(), 'dist-sandbox'),
    },
    secrets: {
      encryptionKey: values.ENCRYPTION_KEY,
      previousKey: values.ENCRYPTION_KEY_PREVIOUS,
      webhookSecret: values.WEBHOOK_SECRET,
    },
  }
}

/** Settings without a safe default in production: the server would start with it and silently be wrong. */
function refuseSilentDefaults(values: Environment): void {
  if (values.PUBLIC_URL === undefined)
    throw new StartError('PUBLIC_URL must be set when NODE_ENV is production: the address that players use')
  if (values.PAYMENT_PROVIDER === undefined)
    throw new StartError(
      'PAYMENT_PROVIDER must be set when NODE_ENV is production; sandbox moves no real money and says so on every page',
    )
  if (values.PAYMENT_PROVIDER !== 'sandbox' && values.PAYOUT_PROVIDER === 'sandbox')
    throw new StartError(
      `PAYOUT_PROVIDER must be efi when NODE_ENV is production and PAYMENT_PROVIDER is ${values.PAYMENT_PROVIDER}: sandbox says that a withdrawal is paid, and sends nothing`,
    )
  // The embedded database lies beside the key that is made for it. Any other outlives the data folder of a server.
  if (values.DATABASE_URL !== undefined && values.ENCRYPTION_KEY === undefined)
    throw new StartError(
      'ENCRYPTION_KEY must be set when NODE_ENV is production and DATABASE_URL is set: make it once with openssl rand -hex 32 (npm run dump writes the one that a server has made itself), give it to all servers, and keep a copy, because nothing else opens what the database has sealed',
    )
}
