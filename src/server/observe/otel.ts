import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Context } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerConfig } from '../config/config.ts'
import { inTransaction, type Db, type Tx } from '../db/client.ts'
import { trustedProxies } from '../http/trustedProxies.ts'

export interface Tracing {
  traceRequests(app: FastifyInstance): void
  /** The same client; its statements appear in the trace of the request that they are for. */
  traceDb(db: Db): Db
  close(): Promise<void>
}

/**
 * Traces of requests and their statements, sent to an OpenTelemetry collector. Only tracing.ts loads this file, and only
 * when traces are configured: its packages are optional, and following a request through its promises costs CPU.
 */
export function startOtel(endpoint: string, config: Pick<ServerConfig, 'trustProxy'>): Tracing {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'palpite' }),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })),
    ],
  })
  const tracer = provider.getTracer('palpite')
  /** The span of the request, or of its transaction, that the current code works for. */
  const current = new AsyncLocalStorage<Context>()
  const isProxy = trustedProxies(config.trustProxy)

  const during = async <T>(
    name: string,
    attributes: Record<string, string>,
    work: () => Promise<T>,
  ): Promise<T> => {
    const parent = current.getStore()
    if (!parent) return work()
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent)
    try {
      return await current.run(trace.setSpan(parent, span), work)
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }
  const traced = (run: Tx['query']): Tx['query'] => {
    return (sql, params) =>
      during(nameOf(sql), { 'db.system.name': 'postgresql', 'db.query.text': sql }, () => run(sql, params))
  }

  return {
    traceDb: (db: Db): Db => ({
      ...db,
      read: traced(db.read),
      write: traced(db.write),
      tx: (fn, limits) =>
        during('transaction', {}, () =>
          db.tx((tx) => fn({ ...tx, ...inTransaction(traced(tx.query)) }), limits),
        ),
    }),
    traceRequests(app: FastifyInstance) {
      const spans = new WeakMap<FastifyRequest, ReturnType<typeof tracer.startSpan>>()
      app.addHook('onRequest', (request, _reply, done) => {
        const route = request.routeOptions.url ?? 'unknown'
        const parent = isProxy(request.socket.remoteAddress ?? '', 0)
          ? parentOf(request.headers['traceparent'])
          : ROOT_CONTEXT
        const span = tracer.startSpan(
          `${request.method} ${route}`,
          {
            kind: SpanKind.SERVER,
            attributes: {
              'http.request.method': request.method,
              'http.route': route,
              'palpite.request_id': request.id,
            },
          },
          parent,
        )
        spans.set(request, span)
        current.run(trace.setSpan(parent, span), done)
      })
      app.addHook('onResponse', (request, reply, done) => {
        const span = spans.get(request)
        span?.setAttribute('http.response.status_code', reply.statusCode)
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
        span?.end()
        done()
      })
    },
    // Sends what is left.
    close: () => provider.shutdown(),
  }
}

/** The proxy's span by its W3C header `traceparent`. */
function parentOf(header: string | string[] | undefined): Context {
  const [, traceId, spanId, flags] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(String(header)) ?? []
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT
  const traceFlags = parseInt(flags ?? '00', 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** The first words of a statement. Its parameters are never part of a trace. */
function nameOf(sql: string): string {
  return sql
    .replace(/\/\*.*?\*\//g, '')
    .trim()
    .split(/\s+/)
    .slice(0, 4)
    .join(' ')
}
