import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BankPeer } from './BankPeer.ts'
import type { EfiPeer } from './EfiPeer.ts'
import type { PixPeer } from './PixPeer.ts'

/** Our Pix key at both banks. */
export const pixKey = 'pix@palpite.example'

/**
 * The environment of a server whose deposits come by `pix`, and whose payouts leave by `efi`. The certificates are written
 * into `folder`.
 */
export function bankEnvironment(
  folder: string,
  { pix, efi }: { pix?: PixPeer; efi?: EfiPeer },
): Record<string, string> {
  const settingsOf = (prefix: 'EFI' | 'PIX', peer: BankPeer) => {
    const file = (name: string, text: string) => {
      const path = join(folder, `${prefix.toLowerCase()}-${name}`)
      writeFileSync(path, text, { mode: 0o600 })
      return path
    }
    const { baseUrl, clientId, clientSecret } = peer.access()
    return {
      [`${prefix}_API_URL`]: baseUrl,
      [`${prefix}_CLIENT_ID`]: clientId,
      [`${prefix}_CLIENT_SECRET`]: clientSecret,
      [`${prefix}_CERTIFICATE_FILE`]: file('client.pem', peer.tls.client.cert),
      [`${prefix}_PRIVATE_KEY_FILE`]: file('client.key', peer.tls.client.key),
      [`${prefix}_AUTHORITY_FILE`]: file('authority.pem', peer.tls.ca),
      [`${prefix}_KEY`]: pixKey,
    }
  }
  return {
    ...(pix && { PAYMENT_PROVIDER: 'pix', PIX_TOKEN_URL: pix.access().tokenUrl, ...settingsOf('PIX', pix) }),
    ...(efi && { PAYOUT_PROVIDER: 'efi', ...settingsOf('EFI', efi) }),
  }
}
