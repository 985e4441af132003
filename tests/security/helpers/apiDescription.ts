import type { FastifyInstance } from 'fastify'
import type { Client } from './http.ts'

/** The part of JSON Schema that the API's description uses. */
export interface Schema {
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxLength?: number
}

interface Parameter {
  name: string
  in: 'path' | 'query'
  schema: Schema
}

export interface Operation {
  /** Used in messages: GET /api/app/main/home */
  name: string
  method: string
  /** With `{name}` for a parameter. */
  path: string
  parameters: Parameter[]
  body: Schema | undefined
  /** Undefined when the description does not say who may call. */
  auth: { open: boolean; tokens: string[] } | undefined
  isSandbox: boolean
}

interface Description {
  components: { securitySchemes: Record<string, unknown> }
  paths: Record<
    string,
    Record<
      string,
      {
        /** The headers of every call are references. */
        parameters?: (Parameter | { $ref: string })[]
        requestBody?: { content: Record<string, { schema: Schema }> }
        security?: Record<string, string[]>[]
      }
    >
  >
}

/** The operations of the document that the server serves, and the kinds of tokens that it defines. */
export async function readApi(client: Client): Promise<{ operations: Operation[]; tokens: string[] }> {
  const { text } = await client.send({ method: 'GET', path: '/api/docs/json' })
  const { paths, components } = JSON.parse(text) as Description
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, security }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      parameters: parameters.flatMap((parameter) => ('$ref' in parameter ? [] : [parameter])),
      body: requestBody?.content['application/json']?.schema,
      auth: security && authOf(security),
      isSandbox: path.startsWith('/sandbox/'),
    })),
  )
  return { operations, tokens: Object.keys(components.securitySchemes) }
}

/** A call is open to everyone when it has no security requirement, or an empty one among others. */
function authOf(security: Record<string, string[]>[]): { open: boolean; tokens: string[] } {
  const names = security.map((requirement) => Object.keys(requirement))
  return { open: names.length === 0 || names.some((schemes) => schemes.length === 0), tokens: names.flat() }
}

/** Every route that the server has, documented or not: `GET /api/app/main/home`, parameters as `{name}`. */
export function routesOf(app: FastifyInstance): string[] {
  const segments: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? []
      const depth = indent.length / 4
      segments.length = depth
      segments.push(part)
      const path = segments.join('').replace(/:(\w+)/g, '{$1}')
      return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${path}`)
    })
}
