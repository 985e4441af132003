import formBody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'

/** Maximum request body, in bytes. */
export const bodyLimit = 64 * 1024

/**
 * Parses JSON and form bodies. An empty JSON body is `{}`; when a form field is sent twice, the last one
 * counts.
 */
export async function readBodies(app: FastifyInstance): Promise<void> {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, {}) : parseJson(request, body, done),
  )
  await app.register(formBody, { parser: (text) => Object.fromEntries(new URLSearchParams(text)) })
}
