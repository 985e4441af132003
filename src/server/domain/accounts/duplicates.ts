import { uniqueViolation } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'

/**
 * Turns the unique violation of an e-mail or a CPF into `emailTaken` or `cpfTaken`, for the second of two
 * concurrent calls.
 */
export async function withDuplicateRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const constraint = uniqueViolation(error)
    if (constraint === 'users_email' || constraint === 'users_email_canonical')
      throw new Refusal('emailTaken')
    if (constraint === 'users_cpf_index') throw new Refusal('cpfTaken')
    throw error
  }
}
