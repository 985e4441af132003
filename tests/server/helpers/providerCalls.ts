import {
  signatureHeader,
  signCall,
  timestampHeader,
  walletPath,
  type WalletCall,
} from '#server/providers/games/signature.ts'

/** What a provider's server signs its call with; a test changes it to forge one. */
export interface Signing {
  key: Buffer
  /** In ms. */
  timestamp: string
  /** By default the path and the body that are sent. */
  path?: string
  body?: string
}

/** A call of a game provider's server to our wallet: path, body and signed headers. */
export function signedProviderCall(provider: string, name: WalletCall, data: object, signing: Signing) {
  const path = walletPath(provider, name)
  const body = JSON.stringify(data)
  const { key, timestamp } = signing
  const signature = signCall(key, timestamp, signing.path ?? path, signing.body ?? body)
  return { path, body, headers: { [timestampHeader]: timestamp, [signatureHeader]: signature } }
}
