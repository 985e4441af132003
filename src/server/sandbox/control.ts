import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Envelope } from '#contract/errors.ts'
import { Refusal } from '../texts/refusal.ts'

interface ControlCall<Input extends z.ZodType> {
  /** Parameters of the path. */
  params: Record<string, string>
  /** The checked body of POST and PATCH, or the query of GET. */
  input: z.output<Input>
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Registers one sandbox call under /sandbox/api: checks its input, runs it, responds in the envelope. Invalid
 * input is reported with the field's name.
 */
export function control<Input extends z.ZodType>(
  scope: FastifyInstance,
  [method, path]: [method: 'GET' | 'POST' | 'PATCH', path: string],
  summary: string,
  schema: Input,
  run: (call: ControlCall<Input>) => Promise<unknown>,
): void {
  scope.route({
    method,
    url: `/sandbox/api/${path}`,
    schema: { tags: ['sandbox'], summary, security: [] },
    handler: async (request, reply) => {
      const input = parse(schema, method === 'GET' ? request.query : (request.body ?? {}))
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
