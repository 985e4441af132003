import type { FastifyInstance } from 'fastify'

/** A person as stated on a form, in the form in which it is stored. */
export interface Person {
  name: string
  /** Eleven digits. */
  cpf: string
  /** YYYY-MM-DD, where the jurisdiction asks for it. */
  birthDate?: string | undefined
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
  /** Whether asking again can bring a result; if not, a person decides (domain/accounts/identityChecks.ts). */
  readonly canBeAsked: boolean
  /** Adds the provider's webhook, if it has one. What it says is a reason to ask. */
  registerRoutes?(app: FastifyInstance, onHint: (id: string) => Promise<void>): void
}

/** People of this name wait for the decision of a person. */
const waitingName = /^espera /i

/**
 * The sandbox believes every plausible name with a valid CPF, which the form's own rules have checked before, except those that
 * QA lets wait.
 */
export const sandboxIdentity: IdentityProvider = {
  name: 'sandbox',
  canBeAsked: true,
  check: (_id, { name }) => Promise.resolve(waitingName.test(name) ? 'pending' : 'confirmed'),
}

/** Every check waits for a person at the operator. */
export const manualIdentity: IdentityProvider = {
  name: 'manual',
  canBeAsked: false,
  check: () => Promise.resolve('pending'),
}
