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

/** What the browser has answered, without what the server does not read. */
export function toWireProof({
  id,
  rawId,
  type,
  authenticatorAttachment,
  response,
}: PasskeyProof): PasskeyProof {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const answer = { clientDataJSON, authenticatorData, signature, userHandle }
  return { id, rawId, type, authenticatorAttachment, clientExtensionResults: {}, response: answer }
}

/** A new passkey, without what the server does not read. */
export function toWireNewPasskey({
  id,
  rawId,
  type,
  authenticatorAttachment,
  response,
}: NewPasskey): NewPasskey {
  const { clientDataJSON, attestationObject, transports } = response
  const answer = { clientDataJSON, attestationObject, transports }
  return { id, rawId, type, authenticatorAttachment, clientExtensionResults: {}, response: answer }
}
