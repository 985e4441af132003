import type { ParsedConfig } from '../config/config.ts'
import { loadProfile } from '../config/jurisdictions.ts'
import { StartError } from '../config/startError.ts'
import { chooseProviders } from '../providers/chooseProviders.ts'
import { endOfCertificate } from '../providers/clientCertificate.ts'
import { readRegisterSettings } from '../providers/blockedPersons/SigapRegister.ts'
import { advice, check, missing, ok, type Finding } from './findings.ts'

/** What keeps the providers from working: chosen as a server does, so that it says the same. */
export function checkProviders({ config }: ParsedConfig): Finding[] {
  try {
    chooseProviders(config)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return [missing(error.message)]
  }
  return [
    check(
      config.paymentProvider !== 'sandbox',
      `PAYMENT_PROVIDER is ${config.paymentProvider}`,
      missing('PAYMENT_PROVIDER: sandbox moves no real money'),
    ),
    check(
      config.payoutProvider !== 'sandbox',
      `PAYOUT_PROVIDER is ${config.payoutProvider}`,
      missing('PAYOUT_PROVIDER: sandbox moves no real money'),
    ),
    check(
      config.identityProvider !== 'sandbox',
      `IDENTITY_PROVIDER is ${config.identityProvider}`,
      missing('IDENTITY_PROVIDER: sandbox confirms every name with a valid CPF'),
    ),
    check(
      config.blockedPersons !== 'none' || !loadProfile(config.jurisdiction).blockedPersons,
      `BLOCKED_PERSONS is ${config.blockedPersons}`,
      missing(`BLOCKED_PERSONS: the profile ${config.jurisdiction} asks for the register of blocked persons`),
    ),
    check(
      config.feedProvider === 'isports',
      `FEED_PROVIDER is ${config.feedProvider}`,
      advice(`FEED_PROVIDER: ${config.feedProvider} tells of no real matches`),
    ),
    ...checkCertificate(config),
    check(config.mailer === 'smtp', 'MAILER is smtp', missing(`MAILER: ${config.mailer} sends no e-mail`)),
  ]
}

/** A certificate is renewed by people, in days. */
const renewalMs = 30 * 86_400_000

/** Until when the register's client certificate is good; one that has ended is a StartError before this. */
function checkCertificate(config: ParsedConfig['config']): Finding[] {
  if (config.blockedPersons !== 'sigap') return []
  const end = endOfCertificate(readRegisterSettings(config.register).certificate.certificate)
  const text = `SIGAP_CERTIFICATE_FILE is good until ${end.toISOString().slice(0, 10)}`
  return [end.getTime() - Date.now() > renewalMs ? ok(text) : advice(`${text}: renew it`)]
}
