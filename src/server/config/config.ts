import { createHmac, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { cents, type Cents } from '#contract/money.ts'
import { createVault, type Vault } from './crypto.ts'
import { defaultBuckets, toBuckets, type Buckets } from './bucketSizes.ts'
import { StartError } from './startError.ts'

/** How a bank's interface is reached: addresses, credentials, and the files of the client certificate (PEM). */
export interface BankSettings {
  apiUrl: string | undefined
  tokenUrl: string | undefined
  clientId: string | undefined
  clientSecret: string | undefined
  tokenFormat: 'form' | 'json'
  certificateFile: string | undefined
  privateKeyFile: string | undefined
  /** The authority that signed the bank's certificate, unless Node trusts it. */
  authorityFile: string | undefined
  /** Our own Pix key at this bank. */
  pixKey: string | undefined
}

/** How the game provider Hub88 is reached, and how its calls are known (docs/games.md). */
export interface Hub88Settings {
  apiUrl: string | undefined
  /** Our number at Hub88. */
  operatorId: number | undefined
  /** Which of an operator's brands this is; undefined where there is only one. */
  subPartner: string | undefined
  /** Our private key, which signs our calls (PEM). */
  privateKeyFile: string | undefined
  /** The public key of Hub88, which signs its own (PEM). */
  publicKeyFile: string | undefined
  /** Origins whose pages may be framed. */
  gameOrigins: string[] | undefined
  /** Origins of pictures of games; undefined: the games have none. */
  imageOrigins: string[] | undefined
  /** Addresses and networks from which Hub88 calls; undefined: any, because the signature decides. */
  addresses: string[] | undefined
}

/** A service that checks persons, reached over HTTPS (docs/identity.md). */
export interface IdentitySettings {
  url: string | undefined
  token: string | undefined
}

/** The register of persons who must not bet (docs/identity.md). */
export interface RegisterSettings {
  /** Has `{cpf}` in it. */
  url: string | undefined
  /** Where a token is asked for with the client certificate. */
  tokenUrl: string | undefined
  certificateFile: string | undefined
  privateKeyFile: string | undefined
  authorityFile: string | undefined
  /** How many persons may be asked about in a minute, apart from those who register or log in. */
  perMinute: number
}

/** The reports for the regulator (docs/regulator.md). */
export interface RegulatorSettings {
  url: string | undefined
  /** Folder of the operator's copies of the schemas. */
  schemas: string | undefined
}

/** Where matches and prices come from (docs/feeds.md). */
export interface FeedSettings {
  /** A recording, and how many times faster than it was recorded it is told again; only for the provider `replay`. */
  replay: { folder: string | undefined; speed: number }
  /** Only for the provider `isports`: addresses, key, the bookmaker whose prices are taken, leagues (undefined: all), calls a day. */
  isports: {
    urls: readonly string[]
    key: string | undefined
    companyId: string | undefined
    leagues: readonly string[] | undefined
    dailyCalls: number | undefined
  }
}

/** How e-mails leave: the mail server's address with user and password, the sender, and the key that signs them. */
export interface SmtpConfig {
  url: string | undefined
  from: string | undefined
  /** The authority that signed the mail server's certificate (PEM), unless Node trusts it. */
  authorityFile: string | undefined
  dkimDomain: string | undefined
  dkimSelector: string | undefined
  dkimKeyFile: string | undefined
}

/** Notices of the browser. */
export interface PushConfig {
  /** The private key, 32 bytes in base64url. Undefined: none are sent, except in the sandbox. */
  key: string | undefined
  /** Hosts to which pushes may be sent; a dot at the beginning stands for any host below. */
  services: readonly string[]
}

/**
 * The server's configuration: its environment, checked. "Commands and environment" in docs/product.md lists
 * the variables.
 */
export interface ServerConfig {
  /** 0 takes any free port. */
  port: number
  host: string
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
  /** Where players reach the server, without a slash at the end. */
  publicUrl: string
  /**
   * Whether PUBLIC_URL is set. If not, publicUrl is derived from host and port, and players may use another
   * address.
   */
  hasPublicUrl: boolean
  /** The port of the games' own origin; 0 takes any free port. */
  gamesPort: number
  /** Whether GAMES_PORT is set. If not, another port is used when gamesPort is taken. */
  hasGamesPort: boolean
  /**
   * The origin at which players reach the games. Undefined: the host that they used for the product, with
   * gamesPort.
   */
  gamesUrl: string | undefined
  /** The port of the back office; 0 takes any free port, undefined: this server has none. */
  officePort: number | undefined
  /** Whether OFFICE_PORT is set. If not, another port is used when officePort is taken. */
  hasOfficePort: boolean
  /** The origin at which staff reach the back office. Undefined: the host that they used, with officePort. */
  officeUrl: string | undefined
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
  /** The port for supervisors: health checks and metrics. Undefined: health checks on the main port only, no metrics. */
  opsPort: number | undefined
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

export interface Secrets {
  /** 32 bytes. */
  encryptionKey: Buffer
  /** Encrypts CPFs, payout keys and the like with that key. */
  vault: Vault
  /** Signs the payment provider's webhook. */
  webhookSecret: string
  /** The sandbox's own key for notices of the browser, as WEB_PUSH_KEY is. */
  pushKey: string
  /** Of the embedded database's roles. */
  databasePasswords: Record<'admin' | 'owner' | 'program', string>
}

/** Where browsers of today let pushes be sent to. A dot at the beginning stands for any host below. */
const pushServices = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
] as const

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

const flag = (name: string) =>
  z
    .enum(['0', '1', 'true', 'false'], { error: `${name} must be 0 or 1` })
    .transform((value) => value === '1' || value === 'true')

const oneOf = <const Values extends readonly [string, ...string[]]>(name: string, values: Values) =>
  z.enum(values, { error: `${name} must be one of ${values.join(', ')}` })

const url = (name: string, protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `${name} must be a URL such as ${example}` })

const secret = (name: string) =>
  z.string().regex(/^[0-9a-f]{64}$/i, { error: `${name} must be 64 hexadecimal digits` })

const portNumber = (name: string) => {
  const error = `${name} must be a number from 0 to 65535`
  return z
    .string()
    .regex(/^\d{1,5}$/, { error })
    .transform(Number)
    .refine((port) => port <= 65_535, { error })
}

const trustProxyError =
  'TRUST_PROXY must be the number of proxies in front of the server, or their addresses or networks, separated by commas'

/** Undefined for a text that is neither a number of proxies nor a list of addresses. */
function toTrustedProxies(text: string): false | number | string[] | undefined {
  if (/^\d{1,2}$/.test(text)) return text === '0' ? false : Number(text)
  const networks = text.split(',').map((network) => network.trim())
  return networks.every(isNetwork) ? networks : undefined
}

/** 10.0.0.7, 10.0.0.0/8 or fd00::/8. A prefix length of 0 is refused, because it would trust everyone. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (longest === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= longest)
}

const rateLimitsError =
  'RATE_LIMITS must be on, off, or buckets with calls per second and burst, such as bets=200/600,logins=2/10'

/** `https://host` or `http://host`, with a port or without: nothing that a policy would read as more. */
const origins = (name: string) => {
  const error = `${name} must be origins such as https://games.example, separated by commas`
  const origin = z
    .string()
    .refine((text) => URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text, { error })
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(origin))
}

/** Rewards and records of the last weeks read the rounds themselves. */
const roundRetentionError = 'ROUND_RETENTION_MONTHS must be a number of months from 3 to 999'

/** Undefined for `off`. */
function toMinutes(time: string): number | undefined {
  const [hours, minutes] = time.split(':').map(Number)
  return hours === undefined || minutes === undefined ? undefined : hours * 60 + minutes
}

const environment = z.object({
  PORT: portNumber('PORT').default(5250),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, { error: 'HOST must be an address or a host name' })
    .default('127.0.0.1'),
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
  PUBLIC_URL: url('PUBLIC_URL', /^https?$/, 'https://palpite.example').optional(),
  GAMES_PORT: portNumber('GAMES_PORT').optional(),
  GAMES_URL: url('GAMES_URL', /^https?$/, 'https://games.palpite.example')
    .refine((text) => !URL.canParse(text) || new URL(text).pathname === '/', {
      error: 'GAMES_URL must be an origin, without a path',
    })
    .optional(),
  OFFICE_PORT: portNumber('OFFICE_PORT').optional(),
  OFFICE_URL: url('OFFICE_URL', /^https?$/, 'https://office.palpite.example')
    .refine((text) => !URL.canParse(text) || new URL(text).pathname === '/', {
      error: 'OFFICE_URL must be an origin, without a path',
    })
    .optional(),
  GAME_PROVIDERS: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(oneOf('GAME_PROVIDERS', ['example', 'hub88'])))
    .default([]),
  HUB88_API_URL: url('HUB88_API_URL', /^https?$/, 'https://api.hub88.example').optional(),
  HUB88_OPERATOR_ID: z
    .string()
    .regex(/^\d{1,9}$/, { error: 'HUB88_OPERATOR_ID must be a number' })
    .transform(Number)
    .optional(),
  HUB88_SUB_PARTNER: z.string().min(1).max(100).optional(),
  HUB88_PRIVATE_KEY_FILE: z.string().min(1).optional(),
  HUB88_PUBLIC_KEY_FILE: z.string().min(1).optional(),
  HUB88_GAME_ORIGINS: origins('HUB88_GAME_ORIGINS').optional(),
  HUB88_IMAGE_ORIGINS: origins('HUB88_IMAGE_ORIGINS').optional(),
  HUB88_ADDRESSES: z
    .string()
    .transform(toTrustedProxies)
    .pipe(
      z.array(z.string(), { error: 'HUB88_ADDRESSES must be addresses or networks, separated by commas' }),
    )
    .optional(),
  PAYMENT_PROVIDER: oneOf('PAYMENT_PROVIDER', ['sandbox', 'pix']).optional(),
  PIX_API_URL: url('PIX_API_URL', /^https$/, 'https://pix.bank.example/api/v2').optional(),
  PIX_TOKEN_URL: url('PIX_TOKEN_URL', /^https$/, 'https://pix.bank.example/oauth/token').optional(),
  PIX_CLIENT_ID: z.string().min(1).optional(),
  PIX_CLIENT_SECRET: z.string().min(1).optional(),
  PIX_TOKEN_FORMAT: oneOf('PIX_TOKEN_FORMAT', ['form', 'json']).default('form'),
  PIX_CERTIFICATE_FILE: z.string().min(1).optional(),
  PIX_PRIVATE_KEY_FILE: z.string().min(1).optional(),
  PIX_AUTHORITY_FILE: z.string().min(1).optional(),
  PIX_KEY: z.string().min(1).max(77).optional(),
  PAYOUT_PROVIDER: oneOf('PAYOUT_PROVIDER', ['sandbox', 'efi']).default('sandbox'),
  PAYOUT_AUTO_LIMIT: z
    .string()
    .regex(/^\d{1,6}$/, { error: 'PAYOUT_AUTO_LIMIT must be an amount in whole reais up to 999999' })
    .default('0')
    .transform((reais) => cents(Number(reais) * 100)),
  EFI_API_URL: url('EFI_API_URL', /^https$/, 'https://pix.api.efipay.com.br').optional(),
  EFI_CLIENT_ID: z.string().min(1).optional(),
  EFI_CLIENT_SECRET: z.string().min(1).optional(),
  EFI_CERTIFICATE_FILE: z.string().min(1).optional(),
  EFI_PRIVATE_KEY_FILE: z.string().min(1).optional(),
  EFI_AUTHORITY_FILE: z.string().min(1).optional(),
  EFI_KEY: z.string().min(1).max(77).optional(),
  IDENTITY_PROVIDER: oneOf('IDENTITY_PROVIDER', ['sandbox', 'manual', 'http']).optional(),
  IDENTITY_URL: url('IDENTITY_URL', /^https$/, 'https://identity.example/v1').optional(),
  IDENTITY_TOKEN: z.string().min(1).optional(),
  BLOCKED_PERSONS: oneOf('BLOCKED_PERSONS', ['none', 'sandbox', 'sigap']).default('none'),
  SIGAP_URL: z
    .string()
    .regex(/^https:\/\/\S*\{cpf\}\S*$/, {
      error: 'SIGAP_URL must be an https address with {cpf} in it',
    })
    .optional(),
  SIGAP_TOKEN_URL: url('SIGAP_TOKEN_URL', /^https$/, 'https://register.example/token').optional(),
  FEED_PROVIDER: oneOf('FEED_PROVIDER', ['simulated', 'replay', 'isports']).default('simulated'),
  FEED_FOLDER: z.string().min(1).optional(),
  FEED_SPEED: z
    .string()
    .regex(/^\d{1,4}(?:\.\d{1,2})?$/, { error: 'FEED_SPEED must be a number such as 1 or 60' })
    .default('1')
    .transform(Number)
    .refine((speed) => speed > 0, { error: 'FEED_SPEED must be more than 0' }),
  ISPORTS_URLS: z
    .string()
    .regex(/^https?:\/\/[^\s,]+(?:,https?:\/\/[^\s,]+)*$/, {
      error: 'ISPORTS_URLS must be addresses separated by commas',
    })
    .default('https://api.isportsapi.com,https://api2.isportsapi.com'),
  ISPORTS_KEY: z.string().min(1).optional(),
  ISPORTS_COMPANY: z
    .string()
    .regex(/^\d{1,4}$/, { error: 'ISPORTS_COMPANY must be the number of a bookmaker' })
    .optional(),
  ISPORTS_LEAGUES: z
    .string()
    .regex(/^\d+(?:,\d+)*$/, { error: 'ISPORTS_LEAGUES must be ids separated by commas' })
    .optional(),
  ISPORTS_DAILY_CALLS: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, { error: 'ISPORTS_DAILY_CALLS must be a number of calls' })
    .transform(Number)
    .optional(),
  SIGAP_CERTIFICATE_FILE: z.string().min(1).optional(),
  SIGAP_PRIVATE_KEY_FILE: z.string().min(1).optional(),
  SIGAP_AUTHORITY_FILE: z.string().min(1).optional(),
  REGULATOR: oneOf('REGULATOR', ['none', 'sigap']).default('none'),
  SIGAP_RECEPTION_URL: url('SIGAP_RECEPTION_URL', /^https$/, 'https://reception.example').optional(),
  REPORT_SCHEMAS: z.string().min(1).optional(),
  SIGAP_PER_MINUTE: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, { error: 'SIGAP_PER_MINUTE must be a number from 1 to 99999' })
    .default('120')
    .transform(Number),
  MAILER: oneOf('MAILER', ['sandbox', 'log', 'smtp']).optional(),
  SMTP_URL: url('SMTP_URL', /^smtps?$/, 'smtps://user:password@mail.example:465').optional(),
  SMTP_AUTHORITY_FILE: z.string().min(1).optional(),
  WEB_PUSH_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, { error: 'WEB_PUSH_KEY must be a key of npm run push:key' })
    .optional(),
  WEB_PUSH_SERVICES: z.string().min(1).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>"\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/, {
      error: 'MAIL_FROM must be an address, or a name and an address such as Name <mail@palpite.example>',
    })
    .optional(),
  DKIM_DOMAIN: z.hostname({ error: 'DKIM_DOMAIN must be a domain such as palpite.example' }).optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[\w.-]{1,63}$/, { error: 'DKIM_SELECTOR must be the name of the DNS record, such as mail2026' })
    .optional(),
  DKIM_KEY_FILE: z.string().min(1).optional(),
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
  OPS_PORT: portNumber('OPS_PORT').optional(),
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
  WEBHOOK_SECRET: z.string().min(16, { error: 'WEBHOOK_SECRET must have at least 16 characters' }).optional(),
})

type Environment = z.output<typeof environment>

export interface ParsedConfig {
  config: Omit<ServerConfig, 'secrets'>
  /** The secrets that the environment sets; the others come from the data folder. */
  secrets: { encryptionKey?: string; webhookSecret?: string }
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
  if (values.GAMES_PORT === values.PORT && values.PORT !== 0)
    throw new StartError('GAMES_PORT must not be PORT: games have an origin of their own')
  if (
    values.OPS_PORT !== undefined &&
    values.OPS_PORT !== 0 &&
    [values.PORT, values.GAMES_PORT].includes(values.OPS_PORT)
  )
    throw new StartError('OPS_PORT must not be PORT or GAMES_PORT: metrics are not for players')
  const isOtherPort =
    values.OFFICE_PORT === 0 ||
    ![values.PORT, values.GAMES_PORT, values.OPS_PORT].includes(values.OFFICE_PORT)
  if (values.OFFICE_PORT !== undefined && !isOtherPort)
    throw new StartError(
      'OFFICE_PORT must not be PORT, GAMES_PORT or OPS_PORT: the office has an origin of its own',
    )
  if (production && values.OFFICE_PORT !== undefined && values.OFFICE_URL === undefined)
    throw new StartError('OFFICE_URL must be set with OFFICE_PORT when NODE_ENV is production')
  if (!sandbox && values.MAILER === 'sandbox') throw new StartError('MAILER: sandbox is for the sandbox only')
  if (!sandbox && values.BLOCKED_PERSONS === 'sandbox')
    throw new StartError('BLOCKED_PERSONS: sandbox is for the sandbox only')
  if (production) refuseSilentDefaults(values)
  const publicUrl = publicUrlOf(values)
  const paymentProvider = values.PAYMENT_PROVIDER ?? 'sandbox'
  const isPlayMoney = sandbox || paymentProvider === 'sandbox'
  if (values.IDENTITY_PROVIDER === 'sandbox' && !isPlayMoney)
    throw new StartError('IDENTITY_PROVIDER: sandbox confirms everybody, which is for play money only')
  if (values.GAMES_URL && new URL(values.GAMES_URL).origin === new URL(publicUrl).origin)
    throw new StartError('GAMES_URL must not be PUBLIC_URL: games have an origin of their own')
  const officeUrl = values.OFFICE_URL && new URL(values.OFFICE_URL).origin
  const others = [publicUrl, values.GAMES_URL].map((address) => address && new URL(address).origin)
  if (officeUrl && others.includes(officeUrl))
    throw new StartError(
      'OFFICE_URL must not be PUBLIC_URL or GAMES_URL: the office has an origin of its own',
    )
  return {
    config: {
      port: values.PORT,
      host: values.HOST,
      dataDir: resolve(values.DATA_DIR),
      databaseUrl: values.DATABASE_URL,
      databaseOwnerUrl: values.DATABASE_OWNER_URL,
      production,
      sandbox,
      sandboxToken: values.SANDBOX_TOKEN,
      jurisdiction: values.JURISDICTION,
      publicUrl,
      hasPublicUrl: values.PUBLIC_URL !== undefined,
      gamesPort: values.GAMES_PORT ?? (values.PORT === 0 || values.PORT === 65_535 ? 0 : values.PORT + 1),
      hasGamesPort: values.GAMES_PORT !== undefined,
      gamesUrl: values.GAMES_URL && new URL(values.GAMES_URL).origin,
      officePort: values.OFFICE_PORT ?? (production ? undefined : defaultOfficePort(values)),
      hasOfficePort: values.OFFICE_PORT !== undefined,
      officeUrl,
      gameProviders: [...new Set(values.GAME_PROVIDERS)],
      hub88: {
        apiUrl: values.HUB88_API_URL,
        operatorId: values.HUB88_OPERATOR_ID,
        subPartner: values.HUB88_SUB_PARTNER,
        privateKeyFile: values.HUB88_PRIVATE_KEY_FILE,
        publicKeyFile: values.HUB88_PUBLIC_KEY_FILE,
        gameOrigins: values.HUB88_GAME_ORIGINS,
        imageOrigins: values.HUB88_IMAGE_ORIGINS,
        addresses: values.HUB88_ADDRESSES,
      },
      paymentProvider,
      bank: {
        apiUrl: values.PIX_API_URL,
        tokenUrl: values.PIX_TOKEN_URL,
        clientId: values.PIX_CLIENT_ID,
        clientSecret: values.PIX_CLIENT_SECRET,
        tokenFormat: values.PIX_TOKEN_FORMAT,
        certificateFile: values.PIX_CERTIFICATE_FILE,
        privateKeyFile: values.PIX_PRIVATE_KEY_FILE,
        authorityFile: values.PIX_AUTHORITY_FILE,
        pixKey: values.PIX_KEY,
      },
      payoutProvider: values.PAYOUT_PROVIDER,
      payoutAutoLimit: values.PAYOUT_AUTO_LIMIT,
      efi: {
        apiUrl: values.EFI_API_URL,
        // Below the API's address.
        tokenUrl: undefined,
        clientId: values.EFI_CLIENT_ID,
        clientSecret: values.EFI_CLIENT_SECRET,
        tokenFormat: 'json',
        certificateFile: values.EFI_CERTIFICATE_FILE,
        privateKeyFile: values.EFI_PRIVATE_KEY_FILE,
        authorityFile: values.EFI_AUTHORITY_FILE,
        pixKey: values.EFI_KEY,
      },
      identityProvider: values.IDENTITY_PROVIDER ?? (isPlayMoney ? 'sandbox' : 'manual'),
      identity: { url: values.IDENTITY_URL, token: values.IDENTITY_TOKEN },
      blockedPersons: values.BLOCKED_PERSONS,
      register: {
        url: values.SIGAP_URL,
        tokenUrl: values.SIGAP_TOKEN_URL,
        certificateFile: values.SIGAP_CERTIFICATE_FILE,
        privateKeyFile: values.SIGAP_PRIVATE_KEY_FILE,
        authorityFile: values.SIGAP_AUTHORITY_FILE,
        perMinute: values.SIGAP_PER_MINUTE,
      },
      feedProvider: values.FEED_PROVIDER,
      feed: {
        replay: { folder: values.FEED_FOLDER, speed: values.FEED_SPEED },
        isports: {
          urls: values.ISPORTS_URLS.split(',').map((address) => address.replace(/\/+$/, '')),
          key: values.ISPORTS_KEY,
          companyId: values.ISPORTS_COMPANY,
          leagues: values.ISPORTS_LEAGUES?.split(','),
          dailyCalls: values.ISPORTS_DAILY_CALLS,
        },
      },
      regulator: values.REGULATOR,
      reports: { url: values.SIGAP_RECEPTION_URL, schemas: values.REPORT_SCHEMAS },
      mailer: values.MAILER ?? (sandbox ? 'sandbox' : 'log'),
      push: {
        key: values.WEB_PUSH_KEY,
        services: values.WEB_PUSH_SERVICES?.split(',').map((host) => host.trim()) ?? pushServices,
      },
      smtp: {
        url: values.SMTP_URL,
        from: values.MAIL_FROM,
        authorityFile: values.SMTP_AUTHORITY_FILE,
        dkimDomain: values.DKIM_DOMAIN,
        dkimSelector: values.DKIM_SELECTOR,
        dkimKeyFile: values.DKIM_KEY_FILE,
      },
      demonstration: production && paymentProvider === 'sandbox',
      supportId: values.SUPPORT_ID,
      logLevel: values.LOG_LEVEL,
      trustProxy: values.TRUST_PROXY,
      // In the sandbox all players and tests come from one address, and play as fast as they can.
      buckets: values.RATE_LIMITS === undefined ? (sandbox ? null : defaultBuckets) : values.RATE_LIMITS,
      roundRetentionMonths: values.ROUND_RETENTION_MONTHS,
      opsPort: values.OPS_PORT,
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
    secrets: { encryptionKey: values.ENCRYPTION_KEY, webhookSecret: values.WEBHOOK_SECRET },
  }
}

/** The second port after PORT, unless another server of this process has it; 0: any. */
function defaultOfficePort({ PORT, GAMES_PORT, OPS_PORT }: Environment): number {
  const port = PORT + 2
  return PORT === 0 || port > 65_535 || [GAMES_PORT, OPS_PORT].includes(port) ? 0 : port
}

/**
 * Derives the secrets missing in `given` from the 32 bytes of `master`, so that the data folder needs only one
 * key.
 */
export function deriveSecrets(master: Buffer, given: ParsedConfig['secrets'] = {}): Secrets {
  const derive = (purpose: string) => createHmac('sha256', master).update(purpose).digest()
  const encryptionKey = given.encryptionKey
    ? Buffer.from(given.encryptionKey, 'hex')
    : derive('palpite encryption')
  return {
    encryptionKey,
    vault: createVault(encryptionKey),
    webhookSecret: given.webhookSecret ?? derive('palpite webhook').toString('hex'),
    pushKey: derive('palpite push').toString('base64url'),
    databasePasswords: {
      admin: derive('palpite database admin').toString('hex'),
      owner: derive('palpite database owner').toString('hex'),
      program: derive('palpite database program').toString('hex'),
    },
  }
}

/** The project's or the package's folder: this file runs from src/server/config, or from dist-server when built. */
export function programRoot(): string {
  const here = import.meta.dirname
  return basename(here) === 'dist-server' ? resolve(here, '..') : resolve(here, '../../..')
}

export function newMasterKey(): Buffer {
  return randomBytes(32)
}

/** Settings without a safe default in production: the server would start with it and silently be wrong. */
function refuseSilentDefaults(values: Environment): void {
  if (values.PUBLIC_URL === undefined)
    throw new StartError('PUBLIC_URL must be set when NODE_ENV is production: the address that players use')
  if (values.PAYMENT_PROVIDER === undefined)
    throw new StartError(
      'PAYMENT_PROVIDER must be set when NODE_ENV is production; sandbox moves no real money and says so on every page',
    )
}

function publicUrlOf(values: Environment): string {
  if (values.PUBLIC_URL) return values.PUBLIC_URL.replace(/\/+$/, '')
  const host = ['0.0.0.0', '::'].includes(values.HOST) ? '127.0.0.1' : values.HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${values.PORT}`
}
