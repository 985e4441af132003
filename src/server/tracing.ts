import type { FastifyInstance } from 'fastify'
import type { ServerConfig } from './config.ts'
import type { Db } from './db/client.ts'
import { StartError } from './startError.ts'

export interface Tracing {
  traceRequests(app: FastifyInstance): void
  /** The same client; its statements appear in the trace of the request that they are for. */
  traceDb(db: Db): Db
  close(): Promise<void>
}

/** Undefined when no collector is configured. Throws a StartError when the optional packages are not installed. */
export async function startTracing(
  config: Pick<ServerConfig, 'otlpEndpoint' | 'trustProxy'>,
): Promise<Tracing | undefined> {
  const { otlpEndpoint } = config
  if (otlpEndpoint === undefined) return undefined
  try {
    const { startOtel } = await import('./otel.ts')
    return startOtel(otlpEndpoint, config)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new StartError(
      'OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages @opentelemetry/… are not installed',
      {
        cause,
      },
    )
  }
}
