import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { accountCalls, sessionCalls, type SessionState } from '#contract/office/session.ts'
import { toWireNewPasskey, toWireProof, type WebAuthnOptions } from '#contract/webAuthn.ts'
import type { OfficeClient } from '../../data/officeClient.ts'

/** Loaded when it is used. */
const library = () => import('@simplewebauthn/browser')

/** Lets the browser use a passkey; throws what the browser or the server refuses. */
export async function logInByPasskey(client: OfficeClient): Promise<SessionState> {
  const [options, { startAuthentication }] = await Promise.all([
    client.call(sessionCalls.passkeyOptions, {}),
    library(),
  ])
  const optionsJSON = asOptions<PublicKeyCredentialRequestOptionsJSON>(options, 'challenge')
  const response = toWireProof(await startAuthentication({ optionsJSON }))
  return client.call(sessionCalls.passkey, { body: { response } })
}

/** Makes a passkey on this device; throws what the browser or the server refuses. */
export async function addPasskey(client: OfficeClient, name: string): Promise<SessionState> {
  const [options, { startRegistration }] = await Promise.all([
    client.call(accountCalls.startPasskey, {}),
    library(),
  ])
  const optionsJSON = asOptions<PublicKeyCredentialCreationOptionsJSON>(options, 'challenge')
  const response = toWireNewPasskey(await startRegistration({ optionsJSON }))
  return client.call(accountCalls.addPasskey, { body: { name, response } })
}

/** Whether this browser has passkeys at all; plain HTTP has none. */
export function hasPasskeys(): boolean {
  return window.isSecureContext && typeof window.PublicKeyCredential === 'function'
}

/** The contract passes WebAuthn's options on as they are; this is the form that the library reads. */
function asOptions<Options>(options: WebAuthnOptions, field: keyof Options & string): Options {
  if (!(field in options)) throw new Error(`no ${field} in the passkey options`)
  return options as Options
}
