import { z } from 'zod'
import type { DescribedCall } from '../describedCall.ts'

type JsonSchema = Record<string, unknown>

/** The parts of a route's schema that @fastify/swagger turns into parameters, request body and responses. */
export function schemasOf(call: DescribedCall): Record<string, unknown> {
  return {
    ...(call.body ? { body: jsonSchemaOf(call.body) } : {}),
    ...(call.query ? { querystring: jsonSchemaOf(call.query) } : {}),
    ...(call.idempotencyKey ? { headers: keyHeader(call.idempotencyKey) } : {}),
    response: {
      200: call.file === undefined ? success(call.data) : file(call.file),
      400: {
        description: 'Refused; where one field is the reason, `data` names it',
        ...envelopeOf(refusedField),
      },
      ...(call.needsLogin
        ? { 401: { description: 'No session, or one that has ended', ...envelopeOf({}) } }
        : {}),
      default: {
        description: 'Refused; `message` says why, in the language of the header `lang`',
        ...envelopeOf({}),
      },
    },
  }
}

function success(data: z.ZodType | undefined): JsonSchema {
  const schema = envelope({ const: 0 }, { type: 'string' }, data ? jsonSchemaOf(data) : {})
  return { description: 'Success', ...schema }
}

function file(type: string): JsonSchema {
  return { description: 'The file', content: { [type]: { schema: { type: 'string', format: 'binary' } } } }
}

/** Of what is sent and received, before any transformation. */
function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Zod's expression for a moment is longer than the rest of the schema, and says what the format says.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
      // A number that may also come as text is described once: generated clients cannot name both.
      const { enum: values } = jsonSchema
      if (values?.some((value) => typeof value === 'number' && values.includes(String(value)))) {
        jsonSchema.enum = values.filter((value) => typeof value === 'number')
        jsonSchema.type = 'integer'
      }
      // A choice of one is that one, and one of anything is anything.
      const { anyOf } = jsonSchema
      const isAnything = anyOf?.some((choice) => Object.keys(choice).length === 0)
      if (!anyOf || (anyOf.length > 1 && !isAnything)) return
      delete jsonSchema.anyOf
      if (!isAnything) Object.assign(jsonSchema, anyOf[0])
    },
  })
  return json
}

const refusedField: JsonSchema = {
  anyOf: [
    { type: 'null' },
    {
      type: 'object',
      properties: { field: { type: 'string' }, reason: { type: 'string' } },
      required: ['field', 'reason'],
    },
  ],
}

function envelopeOf(data: JsonSchema): JsonSchema {
  return envelope({ type: 'integer' }, { type: 'string' }, data)
}

function envelope(status: JsonSchema, message: JsonSchema, data: JsonSchema): JsonSchema {
  return { type: 'object', properties: { status, message, data }, required: ['status', 'message', 'data'] }
}

function keyHeader(kind: 'optional' | 'required'): JsonSchema {
  return {
    type: 'object',
    properties: {
      'Idempotency-Key': {
        type: 'string',
        minLength: 1,
        maxLength: 128,
        description: 'One for each action; a repeated call with the same key gets the first answer again',
      },
    },
    ...(kind === 'required' ? { required: ['Idempotency-Key'] } : {}),
  }
}
