import { readFileSync } from 'node:fs'
import type { ServerConfig } from '../config/config.ts'
import type { AppDeps } from '../deps.ts'
import { endOfCertificate } from './clientCertificate.ts'

type Choice = Pick<
  ServerConfig,
  'paymentProvider' | 'bank' | 'payoutProvider' | 'efi' | 'blockedPersons' | 'regulator' | 'register'
>

/**
 * Until when the client certificates of the chosen providers are good, by what their variables begin with. chooseProviders has
 * checked the files before.
 */
export function certificateEnds(config: Choice): { prefix: string; end: Date }[] {
  const usesSigap = config.blockedPersons === 'sigap' || config.regulator === 'sigap'
  const files = {
    PIX: config.paymentProvider === 'pix' ? config.bank.certificateFile : undefined,
    EFI: config.payoutProvider === 'efi' ? config.efi.certificateFile : undefined,
    SIGAP: usesSigap ? config.register.certificateFile : undefined,
  }
  return Object.entries(files).flatMap(([prefix, file]) =>
    file === undefined ? [] : [{ prefix, end: endOfCertificate(readFileSync(file, 'utf8')) }],
  )
}

/** For Prometheus. Read once, as the calls have it: a renewed file counts from the next start on. */
export function watchCertificates({ config, metrics }: Pick<AppDeps, 'metrics'> & { config: Choice }): void {
  const ends = Object.fromEntries(
    certificateEnds(config).map(({ prefix, end }) => [prefix, end.getTime() / 1000]),
  )
  metrics.gauge(
    'palpite_certificate_end_timestamp_seconds',
    'When the client certificate of a provider ends, by what its variables begin with.',
    () => ends,
    'certificate',
  )
}
