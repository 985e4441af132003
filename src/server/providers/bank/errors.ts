import { z } from 'zod'

/** A problem document, RFC 7807, with the `violacoes` of the Central Bank's API. Banks leave fields out. */
export const problemSchema = z.object({
  type: z.string().optional(),
  title: z.string(),
  detail: z.string().optional(),
  correlationId: z.string().optional(),
  violacoes: z
    .array(z.object({ razao: z.string().optional(), propriedade: z.string().optional() }))
    .optional(),
})

export type Problem = z.infer<typeof problemSchema>

/**
 * The bank refused a call: it has had no effect. The message names the violated fields, never their values, which can
 * be personal data.
 */
export class BankProblemError extends Error {
  readonly status: number
  /** The last part of the problem's type, such as `CobNaoEncontrada`; empty when the bank gives none. */
  readonly kind: string

  constructor(call: string, status: number, problem: Problem) {
    const fields =
      problem.violacoes?.map(({ propriedade = '?', razao = '' }) => `${propriedade}: ${razao}`) ?? []
    super([`${call}: ${status} ${problem.title}`, ...fields].join('; '))
    this.name = 'BankProblemError'
    this.status = status
    this.kind = problem.type?.split('/').at(-1) ?? ''
  }
}

/** No usable response came from the bank: whether it has carried the call out is unknown until it is asked. */
export class BankSilentError extends Error {
  constructor(call: string, options: { cause: unknown }) {
    super(`${call}: no usable response`, options)
    this.name = 'BankSilentError'
  }
}
