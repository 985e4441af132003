import type { IdentityRefusal, PictureKind } from '#contract/rules/identityPictures.ts'
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

/** A result, or why the person was refused. */
export type IdentityAnswer = IdentityResult | { refused: IdentityRefusal }

/** A JPEG of the document or of the face. */
export interface IdentityPicture {
  kind: PictureKind
  image: Buffer
}

/**
 * Whoever confirms that a person exists and is who they say. Not called inside a transaction. `id` is our id of the
 * check: with the same id the same check is meant, so that repeating it is harmless and returns its result once there
 * is one.
 */
export interface IdentityProvider {
  readonly name: string
  check(id: string, person: Person): Promise<IdentityAnswer>
  /**
   * Where the jurisdiction asks for pictures: brings those of a check, before the first `check`. Repeating it is harmless. A
   * provider without it does not look at them.
   */
  addPictures?(id: string, pictures: readonly IdentityPicture[]): Promise<void>
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
