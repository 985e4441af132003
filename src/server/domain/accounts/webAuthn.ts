/** Loaded when it is used: it reads many formats of certificates, and every server would wait for it at its start. */
export const webAuthn = () => import('@simplewebauthn/server')

/**
 * Runs a check of the library, which throws for responses of other origins, keys and challenges, and for what is no response at
 * all: that is `refuse(cause)`. An error of the database, from `useChallenge`, is not one of those.
 */
export async function verifyWebAuthn<T extends { verified: boolean }>(
  useChallenge: (challenge: string) => Promise<boolean>,
  verify: (isExpected: (challenge: string) => Promise<boolean>) => Promise<T>,
  refuse: (cause?: unknown) => Error,
): Promise<T & { verified: true }> {
  let failure: unknown
  let result: T
  try {
    result = await verify(async (challenge) => {
      try {
        return await useChallenge(challenge)
      } catch (error) {
        failure = error
        return false
      }
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
