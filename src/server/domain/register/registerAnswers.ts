import type { AppDeps } from '../../deps.ts'
import { answerOf } from '../../providers/errors.ts'
import type { RegisterAnswer } from '../../providers/blockedPersons/BlockedPersons.ts'
import { Refusal } from '../../texts/refusal.ts'
import { cpfIndexOf } from '../accounts/personIndex.ts'

/** When the register is asked: before an identity is confirmed, at the first login of a day, or because time has passed. */
export type Occasion = 'signUp' | 'login' | 'again'

export type AskingDeps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'log' | 'blockedPersons'>

/**
 * Asks the register about a person, and records what it said as proof, also that it said nothing. Not inside a transaction.
 * `userId` is null for who has no account yet. Throws `registerSilent` when there is no answer; its
 * cause is a ProviderRefusedError when the register answers, but not about this person.
 */
export async function askRegister(
  deps: AskingDeps,
  { cpf, userId, occasion }: { cpf: string; userId: string | null; occasion: Occasion },
): Promise<RegisterAnswer> {
  let answer: RegisterAnswer | undefined
  let cause: unknown
  try {
    answer = await answerOf(() => deps.blockedPersons.ask(cpf))
  } catch (error) {
    cause = error
    deps.log.error(error, 'the register of blocked persons did not answer')
  }
  if (deps.blockedPersons.name !== 'none')
    await deps.db.write(
      `insert into register_answers
         (cpf_index, user_id, at, occasion, register, is_blocked, reasons, request_id, self_excluded_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        cpfIndexOf(deps, cpf),
        userId,
        deps.clock.now(),
        occasion,
        deps.blockedPersons.name,
        answer?.isBlocked ?? null,
        [...(answer?.reasons ?? [])],
        answer?.requestId ?? null,
        answer?.selfExcludedAt ?? null,
      ],
    )
  if (!answer) throw new Refusal('registerSilent', { cause })
  return answer
}
