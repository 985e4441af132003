import type { ServerConfig } from '../config/config.ts'
import type { Tracing } from './otel.ts'
import { StartError } from '../config/startError.ts'

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
