import type { ServerConfig } from '../config/config.ts'
import { StartError } from '../config/startError.ts'
import type { AppDeps } from '../deps.ts'
import { BankWebhook } from './bank/BankWebhook.ts'
import { readBankAccount } from './bank/settings.ts'
import { nobodyBlocked, sandboxBlocked } from './blockedPersons/BlockedPersons.ts'
import { readRegisterSettings, SigapRegister } from './blockedPersons/SigapRegister.ts'
import type { FeedProvider } from './feed/FeedProvider.ts'
import { IsportsProvider } from './feed/isports/IsportsProvider.ts'
import { readIsportsSettings } from './feed/isports/settings.ts'
import { ReplayProvider } from './feed/replay/ReplayProvider.ts'
import { readReplaySettings } from './feed/replay/settings.ts'
import { HttpIdentity, readIdentitySettings } from './identity/HttpIdentity.ts'
import { manualIdentity, sandboxIdentity } from './identity/IdentityProvider.ts'
import { createLogMailer } from './mail/LogMailer.ts'
import { createSandboxMailer } from './mail/SandboxMailer.ts'
import { createSmtpMailer } from './mail/SmtpMailer.ts'
import { readSmtpSettings } from './mail/smtpSettings.ts'
import { PixProvider } from './payment/pix/PixProvider.ts'
import { createSandboxProvider } from './payment/sandbox/SandboxProvider.ts'
import { gameProvidersOf } from './games/gameProviders.ts'
import { noRegulator } from './regulator/Regulator.ts'
import { readSchemas } from './regulator/reportFiles.ts'
import { readReceptionSettings, SigapReception } from './regulator/SigapReception.ts'
import { createPusher } from './push/Pusher.ts'
import { EfiPayouts } from './payout/efi/EfiPayouts.ts'
import { createSandboxPayouts } from './payout/sandbox/SandboxPayouts.ts'

type Providers = Pick<
  AppDeps,
  | 'provider'
  | 'payout'
  | 'mailer'
  | 'pusher'
  | 'identity'
  | 'blockedPersons'
  | 'feedProvider'
  | 'regulator'
  | 'reportSchemas'
>
type ProviderDeps = Pick<AppDeps, 'db' | 'config' | 'clock' | 'log' | 'bus'>

/**
 * The configured providers, to be made once there is a database. Throws a StartError, before anything is touched, when
 * one of them cannot work: this build does not include it, or something that it needs is missing.
 */
export function chooseProviders(
  config: Pick<
    ServerConfig,
    | 'paymentProvider'
    | 'bank'
    | 'payoutProvider'
    | 'efi'
    | 'mailer'
    | 'smtp'
    | 'identityProvider'
    | 'identity'
    | 'blockedPersons'
    | 'register'
    | 'gameProviders'
    | 'hub88'
    | 'sandbox'
    | 'feedProvider'
    | 'feed'
    | 'regulator'
    | 'reports'
  >,
): (deps: ProviderDeps) => Providers {
  const payment = choose('PAYMENT_PROVIDER', config.paymentProvider, {
    sandbox: () => createSandboxProvider,
    pix: () => {
      const account = readBankAccount(config.bank, { neededBy: 'PAYMENT_PROVIDER pix', prefix: 'PIX' })
      return (deps: ProviderDeps, webhook: BankWebhook) => new PixProvider(deps, account, webhook)
    },
  })()
  const payout = choose('PAYOUT_PROVIDER', config.payoutProvider, {
    sandbox: () => createSandboxPayouts,
    efi: () => {
      const names = { neededBy: 'PAYOUT_PROVIDER efi', prefix: 'EFI', tokenPath: '/oauth/token' }
      const account = readBankAccount(config.efi, names)
      return (deps: ProviderDeps, webhook: BankWebhook) => new EfiPayouts(deps, account, webhook)
    },
  })()
  const mailer = choose('MAILER', config.mailer, {
    sandbox: () => createSandboxMailer,
    log: () => createLogMailer,
    smtp: () => {
      const settings = readSmtpSettings(config.smtp)
      return () => createSmtpMailer(settings)
    },
  })()
  const identity = choose('IDENTITY_PROVIDER', config.identityProvider, {
    sandbox: () => sandboxIdentity,
    manual: () => manualIdentity,
    http: () => new HttpIdentity(readIdentitySettings(config.identity)),
  })()
  const blockedPersons = choose('BLOCKED_PERSONS', config.blockedPersons, {
    none: () => nobodyBlocked,
    sandbox: () => sandboxBlocked,
    sigap: () => new SigapRegister(readRegisterSettings(config.register)),
  })()
  gameProvidersOf(config)
  const feed = choose<() => (deps: ProviderDeps) => FeedProvider | undefined>(
    'FEED_PROVIDER',
    config.feedProvider,
    {
      simulated: () => () => undefined,
      replay: () => {
        const settings = readReplaySettings(config.feed.replay)
        return ({ clock }) => new ReplayProvider(settings, clock)
      },
      isports: () => {
        const access = readIsportsSettings(config.feed.isports)
        return ({ clock, log }) => new IsportsProvider(access, { clock, log })
      },
    },
  )()
  const regulator = choose('REGULATOR', config.regulator, {
    none: () => noRegulator,
    sigap: () => new SigapReception(readReceptionSettings(config.reports, config.register)),
  })()
  const reportSchemas = readSchemas(config.reports.schemas)
  return (deps) => {
    const webhook = new BankWebhook(deps)
    return {
      provider: payment(deps, webhook),
      payout: payout(deps, webhook),
      mailer: mailer(deps),
      pusher: createPusher(deps.config),
      identity,
      blockedPersons,
      feedProvider: feed(deps),
      regulator,
      reportSchemas,
    }
  }
}

function choose<Adapter>(variable: string, name: string, adapters: Record<string, Adapter>): Adapter {
  const adapter = adapters[name]
  if (adapter !== undefined) return adapter
  const offered = Object.keys(adapters).join(' or ')
  throw new StartError(`${variable} ${name} is not supported by this build; use ${offered}`)
}
