import type { ServerConfig } from '../config/config.ts'
import { StartError } from '../config/startError.ts'
import type { AppDeps } from '../deps.ts'
import { nobodyBlocked } from './blockedPersons/BlockedPersons.ts'
import { sandboxIdentity } from './identity/IdentityProvider.ts'
import { createLogMailer } from './mail/LogMailer.ts'
import { createSandboxMailer } from './mail/SandboxMailer.ts'
import { createSmtpMailer } from './mail/SmtpMailer.ts'
import { readSmtpSettings } from './mail/smtpSettings.ts'
import { PixProvider } from './payment/pix/PixProvider.ts'
import { readPixSettings } from './payment/pix/settings.ts'
import { createSandboxProvider } from './payment/sandbox/SandboxProvider.ts'
import { createSandboxPayouts } from './payout/sandbox/SandboxPayouts.ts'

type Providers = Pick<AppDeps, 'provider' | 'payout' | 'mailer' | 'identity' | 'blockedPersons'>
type ProviderDeps = Pick<AppDeps, 'db' | 'config' | 'clock' | 'log'>

/**
 * The configured providers, to be made once there is a database. Throws a StartError, before anything is touched, when
 * one of them cannot work: this build does not include it, or something that it needs is missing.
 */
export function chooseProviders(
  config: Pick<ServerConfig, 'paymentProvider' | 'bank' | 'payoutProvider' | 'mailer' | 'smtp'>,
): (deps: ProviderDeps) => Providers {
  const payment = choose('PAYMENT_PROVIDER', config.paymentProvider, {
    sandbox: () => createSandboxProvider,
    pix: () => {
      const settings = readPixSettings(config.bank)
      return (deps: ProviderDeps) => new PixProvider(deps, settings)
    },
  })()
  const payout = choose('PAYOUT_PROVIDER', config.payoutProvider, { sandbox: createSandboxPayouts })
  const mailer = choose('MAILER', config.mailer, {
    sandbox: () => createSandboxMailer,
    log: () => createLogMailer,
    smtp: () => {
      const settings = readSmtpSettings(config.smtp)
      return () => createSmtpMailer(settings)
    },
  })()
  return (deps) => ({
    provider: payment(deps),
    payout: payout(deps),
    mailer: mailer(deps),
    // One adapter each, so there is nothing to choose yet.
    identity: sandboxIdentity,
    blockedPersons: nobodyBlocked,
  })
}

function choose<Adapter>(variable: string, name: string, adapters: Record<string, Adapter>): Adapter {
  const adapter = adapters[name]
  if (adapter !== undefined) return adapter
  const offered = Object.keys(adapters).join(' or ')
  throw new StartError(`${variable} ${name} is not supported by this build; use ${offered}`)
}
