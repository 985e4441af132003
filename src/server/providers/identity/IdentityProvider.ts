/** A person as stated on a form, in the form in which it is stored. */
export interface Person {
  name: string
  /** Eleven digits. */
  cpf: string
}

/** `pending`: the result comes later. */
export type IdentityResult = 'confirmed' | 'refused' | 'pending'

/**
 * Whoever confirms that a person exists and is who they say. Not called inside a transaction. `id` is our id of the
 * check: with the same id the same check is meant, so that repeating it is harmless and returns its result once there
 * is one.
 */
export interface IdentityProvider {
  readonly name: string
  check(id: string, person: Person): Promise<IdentityResult>
}

/** The sandbox believes every plausible name with a valid CPF, which the form's own rules have checked before. */
export const sandboxIdentity: IdentityProvider = {
  name: 'sandbox',
  check: () => Promise.resolve('confirmed'),
}
