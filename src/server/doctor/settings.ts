import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ParsedConfig } from '../config/config.ts'
import { loadProfile } from '../config/jurisdictions.ts'
import { advice, check, missing, type Finding } from './findings.ts'

/** Passkeys work on https only, and so does a cookie that nobody on the way can read. */
function checkOffice({ officeUrl, officeRoot }: ParsedConfig['config']): Finding[] {
  return [
    check(
      officeUrl?.startsWith('https://') === true,
      `OFFICE_URL is ${officeUrl ?? ''}`,
      missing('OFFICE_URL: the https address that staff use'),
    ),
    check(
      existsSync(join(officeRoot, 'index.html')),
      `the client of the back office is in ${officeRoot}`,
      missing(`the client of the back office: there is none in ${officeRoot} (npm run build:office)`),
    ),
  ]
}

/** What the environment lacks for production. */
export function checkSettings({ config, secrets }: ParsedConfig): Finding[] {
  const isHttps = (url: string) => url.startsWith('https://')
  const { kiosk } = loadProfile(config.jurisdiction)
  return [
    check(
      config.production,
      'NODE_ENV is production',
      missing('NODE_ENV=production: the sandbox is open otherwise'),
    ),
    check(
      config.hasPublicUrl && isHttps(config.publicUrl),
      `PUBLIC_URL is ${config.publicUrl}`,
      missing('PUBLIC_URL: the https address that players use'),
    ),
    check(
      config.gamesUrl !== undefined && isHttps(config.gamesUrl),
      `GAMES_URL is ${config.gamesUrl ?? ''}`,
      missing('GAMES_URL: the https address of the origin of the games'),
    ),
    check(
      config.officePort !== undefined,
      `OFFICE_PORT is ${config.officePort}`,
      advice('OFFICE_PORT: nobody can decide about withdrawals, answer players or stop a game'),
    ),
    ...(config.officePort === undefined ? [] : checkOffice(config)),
    check(
      config.databaseUrl !== undefined,
      'DATABASE_URL is set',
      missing('DATABASE_URL: the embedded PostgreSQL serves one process on one machine'),
    ),
    check(
      secrets.encryptionKey !== undefined,
      'ENCRYPTION_KEY is set',
      missing(
        'ENCRYPTION_KEY: the one in DATA_DIR is lost with that folder, and other processes have another one',
      ),
    ),
    check(
      secrets.webhookSecret !== undefined,
      'WEBHOOK_SECRET is set',
      missing('WEBHOOK_SECRET: the same for all processes'),
    ),
    check(
      config.jurisdiction !== 'spec',
      `JURISDICTION is ${config.jurisdiction}`,
      missing('JURISDICTION: the profile spec is for demonstrations'),
    ),
    check(
      config.buckets !== null,
      'RATE_LIMITS are on',
      missing('RATE_LIMITS: without limits one player can stall the others'),
    ),
    check(
      config.trustProxy !== false,
      'TRUST_PROXY is set',
      missing('TRUST_PROXY: behind a proxy all players share one address and its limits'),
    ),
    check(
      config.opsPort !== undefined,
      `OPS_PORT is ${config.opsPort}`,
      missing('OPS_PORT: without metrics nobody notices'),
    ),
    check(
      config.walletAuditAt !== undefined,
      'WALLET_AUDIT is on',
      missing('WALLET_AUDIT: wallets are not compared with the ledger'),
    ),
    check(
      config.drainMs > 0,
      `DRAIN_MS is ${config.drainMs}`,
      advice('DRAIN_MS: longer than the load balancer takes to notice that a process stops, such as 10000'),
    ),
    check(
      config.supportId !== undefined || config.officePort !== undefined,
      config.supportId === undefined ? 'the support chat is in the back office' : 'SUPPORT_ID is set',
      advice('SUPPORT_ID or OFFICE_PORT: the support chat is closed'),
    ),
    ...(kiosk
      ? [
          check(
            config.updatesDir !== join(config.dataDir, 'updates'),
            `UPDATES_DIR is ${config.updatesDir}`,
            advice('UPDATES_DIR: a folder that all processes share, for the updates of terminals'),
          ),
        ]
      : []),
    check(
      config.otlpEndpoint !== undefined,
      'traces are sent',
      advice('OTEL_EXPORTER_OTLP_ENDPOINT: there are no traces'),
    ),
    check(
      existsSync(join(config.webRoot, 'index.html')),
      `the web client is in ${config.webRoot}`,
      missing(`the web client: there is none in ${config.webRoot} (npm run build:web)`),
    ),
    check(
      existsSync(config.gamesRoot),
      `the games are in ${config.gamesRoot}`,
      missing(`the games: there are none in ${config.gamesRoot} (npm run build:games)`),
    ),
  ]
}
