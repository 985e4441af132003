/** WebAuthn on the wire, for players and for staff. */

/** WebAuthn's options as JSON: `optionsJSON` of @simplewebauthn/browser. */
export type WebAuthnOptions = Record<string, unknown>

interface WebAuthnResponse<Response> {
  id: string
  rawId: string
  type: 'public-key'
  authenticatorAttachment?: 'platform' | 'cross-platform' | undefined
  clientExtensionResults: object
  response: Response
}

/** What `startAuthentication` of @simplewebauthn/browser returns, as far as the server reads it. */
export type PasskeyProof = WebAuthnResponse<{
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle?: string | undefined
}>

/** What `startRegistration` returns, as far as the server reads it. */
export type NewPasskey = WebAuthnResponse<{
  clientDataJSON: string
  attestationObject: string
  transports?: string[] | undefined
}>
