import type { z } from 'zod'

/**
 * What the API's description says of a call besides what Fastify checks (http/plugins/callSchemas.ts): the answer of every call,
 * which nothing checks at run time, and the input of those that check it themselves.
 */
export interface DescribedCall {
  body?: z.ZodType
  query?: z.ZodType
  /** `data` of the envelope, as it is sent. */
  data?: z.ZodType
  /** Media type, where the answer is a file and no envelope. */
  file?: string
  /** Whether the call takes the header `Idempotency-Key`. */
  idempotencyKey?: 'optional' | 'required'
  /** Whether it answers 401 to a caller without a session. */
  needsLogin?: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    described?: DescribedCall
  }
}
