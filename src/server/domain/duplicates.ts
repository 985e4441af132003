import { uniqueViolation } from '../db/client.ts'
import { Refusal } from '../errors.ts'

/** Two at once: the unique violation of the second one is a taken e-mail or CPF. */
export async function refusingDuplicates<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const constraint = uniqueViolation(error)
    if (constraint === 'users_email') throw new Refusal('emailTaken')
    if (constraint === 'users_cpf_index') throw new Refusal('cpfTaken')
    throw error
  }
}
