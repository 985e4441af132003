import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../../deps.ts'
import type { Card, CardAnswer, CardDesk, CodeAnswer } from '../payPage/cards.ts'
import { Refusal } from '../../../texts/refusal.ts'
import { findPayable, settleByPayer } from './settle.ts'
import { issuerAnswer, testCards, testCode } from './testCards.ts'

type Deps = Pick<AppDeps, 'bus' | 'config' | 'db' | 'clock'>

/** For one payment; whoever tries more is looking for a card that works. */
const maxCards = 10
const maxCodes = 3

/** Takes cards for the payment page. Throws the refusals of `findPayable`. */
export function cardDesk(app: FastifyInstance, deps: Deps): CardDesk {
  return {
    testCards,
    testCode,
    async pay(payNo, card) {
      const answer = await tryCard(deps, payNo, card)
      if (answer === 'paid') await settleByPayer(app, deps, payNo, 'pay', 'card')
      return answer
    },
    async confirm(payNo, code) {
      const answer = await tryCode(deps, payNo, code)
      if (answer === 'paid') await settleByPayer(app, deps, payNo, 'pay', 'card')
      return answer
    },
  }
}

async function tryCard(deps: Deps, payNo: string, card: Card): Promise<CardAnswer> {
  const { methods } = await findPayable(deps, payNo)
  if (!methods.includes('card')) throw new Refusal('forbidden')
  const answer = issuerAnswer(card, deps.clock.now())
  const counted = await deps.db.write(
    `update sandbox_provider.payments set card_tries = card_tries + 1, code_errors = $2
      where pay_no = $1 and card_tries < $3 returning 1`,
    [payNo, answer === 'challenge' ? 0 : null, maxCards],
  )
  return counted.length > 0 ? answer : 'declined'
}

/** Throws conflict when no card waits for a code. */
async function tryCode(deps: Deps, payNo: string, code: string): Promise<CodeAnswer> {
  await findPayable(deps, payNo)
  const isRight = code === testCode
  const [row] = await deps.db.write<{ code_errors: number | null }>(
    `update sandbox_provider.payments
        set code_errors = case when $2 or code_errors + 1 >= $3 then null else code_errors + 1 end
      where pay_no = $1 and code_errors is not null returning code_errors`,
    [payNo, isRight, maxCodes],
  )
  if (!row) throw new Refusal('conflict')
  if (isRight) return 'paid'
  return row.code_errors === null ? 'declined' : 'wrongCode'
}
