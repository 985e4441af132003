import { WebAuthnError } from '@simplewebauthn/browser'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { WebAuthnOptions } from '#contract/webAuthn.ts'

export {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'

export function creationOptions(options: WebAuthnOptions): PublicKeyCredentialCreationOptionsJSON {
  return asOptions(options, 'challenge')
}

export function requestOptions(options: WebAuthnOptions): PublicKeyCredentialRequestOptionsJSON {
  return asOptions(options, 'challenge')
}

/** The contract passes WebAuthn's options on as they are; this is the form that the library reads. */
function asOptions<Options>(options: WebAuthnOptions, field: keyof Options & string): Options {
  if (!(field in options)) throw new Error(`no ${field} in the passkey options`)
  return options as Options
}

/** Whether the browser refused, or its user: WebAuthn tells nobody which. */
export function isRefusedByBrowser(error: unknown): boolean {
  return error instanceof WebAuthnError || error instanceof DOMException
}
