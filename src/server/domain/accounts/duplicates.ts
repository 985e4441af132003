import { uniqueViolation } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'

/**
 * Turns the unique violation of an e-mail or a CPF into `emailTaken` or `kycRefused`, for the second of two
 * concurrent calls.
 */
export async function withDuplicateRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const constraint = uniqueViolation(error)
    if (constraint === 'users_email' || constraint === 'users_email_canonical')
      throw new Refusal('emailTaken')
    // The same answer as for a CPF that cannot be confirmed, so that nobody learns whose CPF has an account here.
    if (constraint === 'users_cpf_index') throw new Refusal('kycRefused')
    throw error
  }
}
