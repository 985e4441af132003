import type { NewPasskey, PasskeyProof } from '#contract/webAuthn.ts'

/** Loaded when it is used: it reads many formats of certificates, and every server would wait for it at its start. */
const library = () => import('@simplewebauthn/server')

/** How long a challenge can be answered, in ms. */
export const challengeMs = 5 * 60_000

/** A passkey as it is stored: players and staff have tables of their own. */
export interface StoredPasskey {
  id: string
  public_key: Buffer
  counter: number
  transports: string[]
}

type Known = Pick<StoredPasskey, 'id' | 'transports'>

/** How a response is checked. `origin` is where its page was; its host is what keys are bound to. */
interface Check {
  origin: string
  /** Whether the challenge was given for this; it is used then. */
  useChallenge(challenge: string): Promise<boolean>
  /** The error for a response of another origin, key or challenge, and for what is no response at all. */
  refuse(cause?: unknown): Error
}

/** The options for `startRegistration` in the browser. */
export async function optionsOfNewPasskey(
  origin: string,
  owner: { house: string; id: string; email: string; name: string; known: readonly Known[] },
) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: owner.house,
    rpID: new URL(origin).hostname,
    userID: Uint8Array.from(Buffer.from(owner.id)),
    userName: owner.email,
    userDisplayName: owner.name,
    attestationType: 'none',
    excludeCredentials: owner.known.map(({ id, transports }) => ({ id, transports })),
    // Found without an e-mail, and used with a PIN or a finger.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** The options for `startAuthentication` in the browser; without `known` any passkey of this host may answer. */
export async function optionsOfPasskeyLogin(origin: string, known: readonly Known[] = []) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: new URL(origin).hostname,
    allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
    userVerification: 'required',
  })
}

/** The new passkey of a response. Throws what `refuse` makes, and errors of `useChallenge`. */
export async function checkNewPasskey(response: NewPasskey, check: Check): Promise<StoredPasskey> {
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await verify(check, (expected) =>
    verifyRegistrationResponse({ response, ...expected }),
  )
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return { id, public_key: Buffer.from(publicKey), counter, transports }
}

/** The passkey's new counter. Throws what `refuse` makes, and errors of `useChallenge`. */
export async function checkPasskeyProof(
  response: PasskeyProof,
  { id, public_key, counter, transports }: StoredPasskey,
  check: Check,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library()
  const credential = { id, publicKey: Uint8Array.from(public_key), counter, transports }
  const { authenticationInfo } = await verify(check, (expected) =>
    verifyAuthenticationResponse({ response, credential, ...expected }),
  )
  return authenticationInfo.newCounter
}

/** The library throws for whatever is wrong with a response; an error of the database is not one of those. */
async function verify<T extends { verified: boolean }>(
  { origin, useChallenge, refuse }: Check,
  run: (expected: {
    expectedChallenge: (challenge: string) => Promise<boolean>
    expectedOrigin: string
    expectedRPID: string
    requireUserVerification: true
  }) => Promise<T>,
): Promise<T & { verified: true }> {
  let failure: unknown
  let result: T
  try {
    result = await run({
      expectedChallenge: async (challenge) => {
        try {
          return await useChallenge(challenge)
        } catch (error) {
          failure = error
          return false
        }
      },
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      requireUserVerification: true,
    })
  } catch (error) {
    throw failure ?? refuse(error)
  }
  if (!isVerified(result)) throw refuse()
  return result
}

function isVerified<T extends { verified: boolean }>(result: T): result is T & { verified: true } {
  return result.verified
}
