import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Envelope } from '#contract/errors.ts'
import { sandboxPath, type SandboxCalls } from '#contract/sandbox.ts'
import { Refusal } from '../texts/refusal.ts'

interface ControlCall<Input extends z.ZodType> {
  /** Parameters of the path. */
  params: Record<string, string>
  /** The checked body of POST and PATCH, or the query of GET. */
  input: z.output<Input>
  request: FastifyRequest
  reply: FastifyReply
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
/** How the contract declares the call; `unknown` if it does not. */
type Declared<Name extends string> = Name extends keyof SandboxCalls ? SandboxCalls[Name] : unknown
type DataOf<Call> = Call extends { data: infer Data } ? Data | undefined : unknown
type InputOf<Call> = Call extends { body: infer Body } | { query: infer Body } ? Body : never
/** The schema accepts all that the contract lets a caller send. */
type Accepting<Name extends string, Input extends z.ZodType> = [InputOf<Declared<Name>>] extends [
  z.input<Input>,
]
  ? unknown
  : never

/**
 * Registers one sandbox call under /sandbox/api: checks its input, runs it, responds in the envelope. Invalid
 * input is reported with the field's name. A call that contract/sandbox.ts declares accepts and returns what stands there.
 */
export function control<const M extends Method, const Path extends string, Input extends z.ZodType>(
  scope: FastifyInstance,
  [method, path]: [method: M, path: Path],
  summary: string,
  schema: Input & Accepting<`${M} ${Path}`, Input>,
  run: (call: ControlCall<Input>) => Promise<DataOf<Declared<`${M} ${Path}`>>>,
): void {
  scope.route({
    method,
    url: `${sandboxPath}/api/${path}`,
    schema: { tags: ['sandbox'], summary, security: [] },
    handler: async (request, reply) => {
      const input = parse<Input>(schema, method === 'GET' ? request.query : (request.body ?? {}))
      const data = await run({ params: request.params as Record<string, string>, input, request, reply })
      return { status: 0, message: '', data: data ?? null } satisfies Envelope<unknown>
    },
  })
}

/** For calls without input besides the path. */
export const noInput = z.looseObject({})

/** Throws `unknownField` or `fieldInvalid` with the field's name. */
function parse<Input extends z.ZodType>(schema: Input, value: unknown): z.output<Input> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue?.code === 'unrecognized_keys') {
    throw new Refusal('unknownField', { params: { field: issue.keys.join(', ') } })
  }
  const field = issue && issue.path.length > 0 ? issue.path.join('.') : 'body'
  throw new Refusal('fieldInvalid', { params: { field }, data: { field, reason: issue?.message ?? '' } })
}
