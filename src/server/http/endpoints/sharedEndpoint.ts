import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Call } from '#contract/http/call.ts'
import type { AppDeps } from '../../deps.ts'
import { acceptedEncoding, addVary } from '../encodings.ts'
import { successEnvelope, type RouteResult } from '../../presenters/envelope.ts'
import { SharedBodies, type SharedBody } from '../../flow/sharedBodies.ts'
import { languageOf } from '../../texts/texts.ts'
import { inputOf, route, type Description, type Input, type Schemas } from './endpoint.ts'

interface Shared<C extends Call, S extends Schemas> {
  /** What the response depends on, besides the language. */
  keyOf?: (input: Pick<Input<C, S>, 'params' | 'query'>) => string
  /** Whether few ask for this: such responses do not take the place of those that many ask for. */
  isRare?: (input: Pick<Input<C, S>, 'params' | 'query'>) => boolean
  /** Answers players, when only guests share a response. */
  forPlayer?: (input: Input<C, S>) => Promise<RouteResult<z.input<S['data']>>>
  /** `read` asks the database; `render` is a function of the feed and the time. */
  source:
    | { read: (input: Input<C, S>) => Promise<RouteResult<z.input<S['data']>>> }
    | { render: (input: Input<C, S>) => RouteResult<z.input<S['data']>> }
}

/**
 * Registers a read whose response all callers share: a flood of them costs little more than sending one that is built,
 * serialised and compressed already.
 */
export function sharedEndpoint<C extends Call, S extends Schemas>(
  app: FastifyInstance,
  deps: AppDeps,
  call: C,
  schemas: S,
  { keyOf = () => '', isRare = () => false, forPlayer, source }: Shared<C, S>,
  description: Description,
): void {
  const [usual, rare] = [new SharedBodies(), new SharedBodies()]

  function bodyOf(request: FastifyRequest, reply: FastifyReply): SharedBody | Promise<SharedBody> {
    const language = languageOf(request.headers['lang'])
    const asked = request as Pick<Input<C, S>, 'params' | 'query'>
    const key = `${language} ${keyOf(asked)}`
    const bodies = isRare(asked) ? rare : usual
    // Only a body that is not cached needs it.
    const input = () => inputOf(request, reply) as Input<C, S>
    const textOf = (result: RouteResult<unknown>) => JSON.stringify(successEnvelope(language, result))
    if ('read' in source) return bodies.fromDatabase(key, async () => textOf(await source.read(input())))
    const state = { now: deps.clock.now(), revision: deps.feed.revision }
    return bodies.ofState(key, state, () => textOf(source.render(input())))
  }

  route(app, deps, call, schemas, { ...description, bucket: 'calls' }, (request, reply) => {
    if (forPlayer && request.player !== null) {
      const input = inputOf(request, reply) as Input<C, S>
      return forPlayer(input).then((result) => successEnvelope(input.caller.language, result))
    }
    const body = bodyOf(request, reply)
    return body instanceof Promise
      ? body.then<string | Buffer>((read) => contentOf(read, request, reply))
      : contentOf(body, request, reply)
  })
}

function contentOf(body: SharedBody, request: FastifyRequest, reply: FastifyReply): string | Promise<Buffer> {
  reply.type('application/json; charset=utf-8')
  const encoding = body.isWorthCompressing ? acceptedEncoding(request) : undefined
  // http/plugins/compression.ts adds the header to what is long and not compressed.
  if (!encoding) return body.text
  addVary(reply, 'Accept-Encoding')
  reply.header('Content-Encoding', encoding)
  return body.compressed(encoding)
}
