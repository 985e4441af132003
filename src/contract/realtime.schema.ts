import { z } from 'zod'

const hasDeposited = { czflag: z.literal([0, 1]).optional() }

/** Payloads of the balance events (realtime.ts); a bare number stands for the amount. */
export const balancePayloads = {
  insBalance: z.preprocess(
    (value) => (typeof value === 'number' ? { balance: value } : value),
    z.looseObject({ balance: z.number(), ...hasDeposited }),
  ),
  freeBalance: z.preprocess(
    (value) => (typeof value === 'number' ? { freeBalance: value } : value),
    z.looseObject({ freeBalance: z.number(), ...hasDeposited }),
  ),
}
