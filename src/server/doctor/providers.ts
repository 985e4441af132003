import type { ParsedConfig } from '../config/config.ts'
import { loadProfile, type JurisdictionProfile } from '../config/jurisdictions.ts'
import { StartError } from '../config/startError.ts'
import { chooseProviders } from '../providers/chooseProviders.ts'
import { certificateEnds } from '../providers/certificates.ts'
import { advice, check, missing, ok, type Finding } from './findings.ts'

/** What keeps the providers from working: chosen as a server does, so that it says the same. */
export function checkProviders({ config }: ParsedConfig): Finding[] {
  try {
    chooseProviders(config)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return [missing(error.message)]
  }
  const profile = loadProfile(config.jurisdiction)
  // What only a demonstration may be without.
  const lacking = config.paymentProvider === 'sandbox' ? advice : missing
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
      config.blockedPersons !== 'none' || !profile.blockedPersons,
      `BLOCKED_PERSONS is ${config.blockedPersons}`,
      missing(`BLOCKED_PERSONS: the profile ${config.jurisdiction} asks for the register of blocked persons`),
    ),
    check(
      config.feedProvider === 'isports',
      `FEED_PROVIDER is ${config.feedProvider}`,
      lacking(`FEED_PROVIDER: ${config.feedProvider} tells of no real matches`),
    ),
    ...checkCertificates(config),
    check(config.mailer === 'smtp', 'MAILER is smtp', missing(withoutMails(config, profile))),
    ...(profile.regulatorReports
      ? [
          check(
            config.regulator !== 'none',
            `REGULATOR is ${config.regulator}`,
            lacking(
              `REGULATOR: the profile ${config.jurisdiction} asks for reports to the authority, and none sends nothing`,
            ),
          ),
        ]
      : []),
    ...checkOperator(config, profile).map(lacking),
  ]
}

function withoutMails(
  { mailer, jurisdiction }: ParsedConfig['config'],
  profile: JurisdictionProfile,
): string {
  const text = `MAILER: ${mailer} sends no e-mail`
  if (!profile.confirmedEmail) return text
  return `${text}, so nobody confirms an address, and the profile ${jurisdiction} takes no deposit before that`
}

/** What players and the authority must read about the house, and the profile does not say. */
function checkOperator(
  { jurisdiction }: ParsedConfig['config'],
  { operator }: JurisdictionProfile,
): string[] {
  const unknown = (['taxId', 'licence'] as const).filter((name) => operator[name] === null)
  if (unknown.length === 0) return []
  const names = unknown.map((name) => `operator.${name}`).join(', ')
  return [`${names}: resources/jurisdictions/${jurisdiction}.json does not say whose house this is`]
}

/** A certificate is renewed by people, in days. */
const renewalMs = 30 * 86_400_000

/** Until when the client certificates are good; one that has ended is a StartError before this. */
function checkCertificates(config: ParsedConfig['config']): Finding[] {
  return certificateEnds(config).map(({ prefix, end }) => {
    const text = `${prefix}_CERTIFICATE_FILE is good until ${end.toISOString().slice(0, 10)}`
    return end.getTime() - Date.now() > renewalMs ? ok(text) : advice(`${text}: renew it`)
  })
}
