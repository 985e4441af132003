import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Envelope } from '#contract/errors.ts'
import { sandboxAnswers } from '#contract/sandbox.schema.ts'
import { sandboxPath, type SandboxCall, type SandboxCalls } from '#contract/sandbox.ts'
import type { DescribedCall } from '../http/describedCall.ts'
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
/** A date becomes ISO 8601 in JSON. */
type Sendable<T> = string extends T
  ? T | Date
  : T extends (infer Item)[]
    ? Sendable<Item>[]
    : T extends object
      ? { [Key in keyof T]: Sendable<T[Key]> }
      : T
type DataOf<Call> = Call extends { data: infer Data }
  ? Sendable<Data> | undefined | (null extends Data ? void : never)
  : never
type InputOf<Call> = Call extends { body: infer Body } | { query?: infer Body } ? Body : never
/** The schema accepts all that the contract lets a caller send. */
type Accepting<Name extends SandboxCall, Input extends z.ZodType> = [InputOf<SandboxCalls[Name]>] extends [
  z.input<Input>,
]
  ? unknown
  : never
type NameOf<M extends Method, Path extends string> = `${M} ${Path}` & SandboxCall

/**
 * Registers one sandbox call under /sandbox/api: checks its input, runs it, responds in the envelope. Invalid
 * input is reported with the field's name. The call accepts and returns what contract/sandbox.ts declares.
 */
export function control<const M extends Method, const Path extends string, Input extends z.ZodType>(
  scope: FastifyInstance,
  [method, path]: [method: M, path: Path],
  summary: string,
  schema: Input & Accepting<NameOf<M, Path>, Input>,
  run: (call: ControlCall<Input>) => Promise<DataOf<SandboxCalls[NameOf<M, Path>]>>,
): void {
  scope.route({
    method,
    url: `${sandboxPath}/api/${path}`,
    schema: { tags: ['sandbox'], summary, security: [] },
    config: { described: describe(`${method} ${path}` as SandboxCall, schema) },
    handler: async (request, reply) => {
      // Thousands of bets take longer than a connection may be silent. The next call on it is limited again.
      if (request.socket instanceof Socket) request.socket.setTimeout(0)
      const input = parse<Input>(schema, method === 'GET' ? request.query : (request.body ?? {}))
      const data = await run({ params: request.params as Record<string, string>, input, request, reply })
      return { status: 0, message: '', data: data ?? null } satisfies Envelope<unknown>
    },
  })
}

function describe(name: SandboxCall, input: z.ZodType): DescribedCall {
  const data = sandboxAnswers[name]
  if (input === noInput) return { data }
  return name.startsWith('GET ') ? { data, query: input } : { data, body: input }
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
