import { z } from 'zod'
import { AnswerUnknownError, ProviderRefusedError } from '../errors.ts'

/**
 * A problem document, RFC 7807, with the `violacoes` of the Central Bank's API. Banks leave fields out, and Efí writes
 * `nome` and `mensagem` where others write `type` and `title`.
 */
export const problemSchema = z
  .object({
    type: z.string().optional(),
    title: z.string().optional(),
    nome: z.string().optional(),
    mensagem: z.string().optional(),
    violacoes: z
      .array(z.object({ razao: z.string().optional(), propriedade: z.string().optional() }))
      .optional(),
  })
  .refine(({ title, nome }) => title !== undefined || nome !== undefined, 'no problem document')

export type Problem = z.infer<typeof problemSchema>

/**
 * The bank refused a call: it has had no effect. The message names the violated fields, never their values, which can
 * be personal data.
 */
export class BankProblemError extends ProviderRefusedError {
  readonly status: number
  /** What went wrong, such as `CobNaoEncontrado` or `id_envio_duplicado`; empty when the bank does not name it. */
  readonly kind: string
  /** The name that Efí gives a problem; undefined at banks that write problem documents. */
  readonly nome: string | undefined

  constructor(call: string, status: number, problem: Problem) {
    const fields =
      problem.violacoes?.map(({ propriedade = '?', razao = '' }) => `${propriedade}: ${razao}`) ?? []
    const title = problem.title ?? problem.mensagem ?? problem.nome
    super([`${call}: ${status} ${title}`, ...fields].join('; '))
    this.name = 'BankProblemError'
    this.status = status
    this.nome = problem.nome
    this.kind = problem.nome ?? problem.type?.split('/').at(-1) ?? ''
  }
}

/** No usable response came from the bank: whether it has carried the call out is unknown until it is asked. */
export class BankSilentError extends AnswerUnknownError {
  constructor(call: string, options: { cause: unknown }) {
    super(`${call}: no usable response`, options)
    this.name = 'BankSilentError'
  }
}
