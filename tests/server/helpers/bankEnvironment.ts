import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EfiPeer } from '../../peers/EfiPeer.ts'
import type { PixPeer } from '../../peers/PixPeer.ts'
import { atEnd } from './atEnd.ts'

/** Our Pix key at both banks. */
export const pixKey = 'pix@palpite.example'

/** The environment of a server whose deposits come by `pix`, and whose payouts leave by `efi`. */
export function bankEnvironment({ pix, efi }: { pix?: PixPeer; efi?: EfiPeer }): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-banks-'))
  atEnd(() => {
    rmSync(folder, { recursive: true, force: true })
    return Promise.resolve()
  })
  const settings = (
    prefix: 'EFI' | 'PIX',
    { tls, access }: { tls: PixPeer['tls']; access: ReturnType<PixPeer['access']> },
  ) => {
    const file = (name: string, text: string) => {
      const path = join(folder, `${prefix}-${name}`)
      writeFileSync(path, text)
      return path
    }
    return {
      [`${prefix}_API_URL`]: access.baseUrl,
      [`${prefix}_CLIENT_ID`]: access.clientId,
      [`${prefix}_CLIENT_SECRET`]: access.clientSecret,
      [`${prefix}_CERTIFICATE_FILE`]: file('client.pem', tls.client.cert),
      [`${prefix}_PRIVATE_KEY_FILE`]: file('client.key', tls.client.key),
      [`${prefix}_AUTHORITY_FILE`]: file('authority.pem', tls.ca),
      [`${prefix}_KEY`]: pixKey,
    }
  }
  return {
    ...(pix && {
      PAYMENT_PROVIDER: 'pix',
      PIX_TOKEN_URL: pix.access().tokenUrl,
      ...settings('PIX', { tls: pix.tls, access: pix.access() }),
    }),
    ...(efi && { PAYOUT_PROVIDER: 'efi', ...settings('EFI', { tls: efi.tls, access: efi.access() }) }),
  }
}
