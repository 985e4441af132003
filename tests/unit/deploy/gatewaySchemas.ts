import { z } from 'zod'

/**
 * The part of the Gateway API (gateway.networking.k8s.io/v1) and of Envoy Gateway (gateway.envoyproxy.io/v1alpha1) that the
 * manifests use; anything else is a mistake. Names and values are those of their definitions; there is no package of both for
 * the oldest Node that we support.
 */
const metadata = z.strictObject({
  name: z.string(),
  annotations: z.record(z.string(), z.string()).optional(),
})
const duration = z.string().regex(/^([0-9]{1,5}(h|m|s|ms)){1,4}$/)
const standard = <Kind extends string, Spec extends z.ZodType>(kind: Kind, spec: Spec) =>
  z.strictObject({
    apiVersion: z.literal('gateway.networking.k8s.io/v1'),
    kind: z.literal(kind),
    metadata,
    spec,
  })
const envoy = <Kind extends string, Spec extends z.ZodType>(kind: Kind, spec: Spec) =>
  z.strictObject({
    apiVersion: z.literal('gateway.envoyproxy.io/v1alpha1'),
    kind: z.literal(kind),
    metadata,
    spec,
  })
const targetRefs = (kind: 'Gateway' | 'HTTPRoute') =>
  z
    .array(
      z.strictObject({
        group: z.literal('gateway.networking.k8s.io'),
        kind: z.literal(kind),
        name: z.string(),
      }),
    )
    .min(1)
const count = z.number().int().min(0).max(4_294_967_295)

const filter = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('RequestRedirect'),
    requestRedirect: z.strictObject({
      scheme: z.enum(['http', 'https']),
      statusCode: z.union([301, 302, 303, 307, 308].map((code) => z.literal(code))),
    }),
  }),
  z.strictObject({
    type: z.literal('ExtensionRef'),
    extensionRef: z.strictObject({
      group: z.literal('gateway.envoyproxy.io'),
      kind: z.literal('HTTPRouteFilter'),
      name: z.string(),
    }),
  }),
])

export const gatewayKinds = {
  GatewayClass: standard('GatewayClass', z.strictObject({ controllerName: z.string() })),
  Gateway: standard(
    'Gateway',
    z.strictObject({
      gatewayClassName: z.string(),
      infrastructure: z.strictObject({
        parametersRef: z.strictObject({
          group: z.literal('gateway.envoyproxy.io'),
          kind: z.literal('EnvoyProxy'),
          name: z.string(),
        }),
      }),
      listeners: z.array(
        z.strictObject({
          name: z.string(),
          protocol: z.enum(['HTTP', 'HTTPS']),
          port: z.number().int().min(1).max(65_535),
          hostname: z.string().optional(),
          tls: z
            .strictObject({
              mode: z.enum(['Terminate', 'Passthrough']),
              certificateRefs: z.array(z.strictObject({ name: z.string() })),
            })
            .optional(),
        }),
      ),
    }),
  ),
  HTTPRoute: standard(
    'HTTPRoute',
    z.strictObject({
      parentRefs: z.array(z.strictObject({ name: z.string(), sectionName: z.string() })),
      hostnames: z.array(z.string()).optional(),
      rules: z.array(
        z.strictObject({
          matches: z
            .array(
              z.strictObject({
                path: z.strictObject({
                  type: z.enum(['Exact', 'PathPrefix', 'RegularExpression']),
                  value: z.string().max(1024),
                }),
              }),
            )
            .optional(),
          filters: z.array(filter).optional(),
          backendRefs: z.array(z.strictObject({ name: z.string(), port: z.number().int() })).optional(),
        }),
      ),
    }),
  ),
  HTTPRouteFilter: envoy(
    'HTTPRouteFilter',
    z.strictObject({ directResponse: z.strictObject({ statusCode: z.number().int().min(200).max(599) }) }),
  ),
  EnvoyProxy: envoy(
    'EnvoyProxy',
    z.strictObject({
      logging: z.strictObject({ level: z.strictObject({ default: z.enum(['warn', 'error']) }) }),
      telemetry: z.strictObject({ accessLog: z.strictObject({ disable: z.boolean() }) }),
      provider: z.strictObject({
        type: z.literal('Kubernetes'),
        kubernetes: z.strictObject({
          envoyDeployment: z.strictObject({ replicas: z.number().int().min(0) }),
          envoyService: z.strictObject({ externalTrafficPolicy: z.enum(['Local', 'Cluster']) }),
        }),
      }),
    }),
  ),
  ClientTrafficPolicy: envoy(
    'ClientTrafficPolicy',
    z.strictObject({
      targetRefs: targetRefs('Gateway'),
      headers: z.strictObject({
        requestID: z.enum(['PreserveOrGenerate', 'Preserve', 'Generate', 'Disable']),
        earlyRequestHeaders: z.strictObject({ remove: z.array(z.string()).max(64) }),
      }),
      timeout: z.strictObject({
        http: z.strictObject({
          requestReceivedTimeout: duration,
          idleTimeout: duration,
          streamIdleTimeout: duration,
        }),
      }),
    }),
  ),
  BackendTrafficPolicy: envoy(
    'BackendTrafficPolicy',
    z.strictObject({
      targetRefs: targetRefs('Gateway'),
      timeout: z.strictObject({
        http: z.strictObject({ requestTimeout: duration, streamIdleTimeout: duration }),
        tcp: z.strictObject({ connectTimeout: duration }),
      }),
      circuitBreaker: z.strictObject({
        maxConnections: count,
        maxParallelRequests: count,
        maxPendingRequests: count,
      }),
    }),
  ),
  SecurityPolicy: envoy(
    'SecurityPolicy',
    z.strictObject({
      targetRefs: targetRefs('HTTPRoute'),
      authorization: z.strictObject({
        defaultAction: z.enum(['Allow', 'Deny']),
        rules: z.array(
          z.strictObject({
            name: z.string(),
            action: z.enum(['Allow', 'Deny']),
            principal: z.strictObject({ clientCIDRs: z.array(z.cidrv4()).min(1) }),
          }),
        ),
      }),
    }),
  ),
  ObjectStore: z.strictObject({
    apiVersion: z.literal('barmancloud.cnpg.io/v1'),
    kind: z.literal('ObjectStore'),
    metadata,
    spec: z.strictObject({
      retentionPolicy: z.string().regex(/^[1-9][0-9]*[dwm]$/),
      configuration: z.strictObject({
        destinationPath: z.string().startsWith('s3://'),
        s3Credentials: z.strictObject({
          accessKeyId: z.strictObject({ name: z.string(), key: z.string() }),
          secretAccessKey: z.strictObject({ name: z.string(), key: z.string() }),
        }),
        wal: z.strictObject({ compression: z.enum(['bzip2', 'gzip', 'lz4', 'snappy', 'xz', 'zstd']) }),
      }),
    }),
  }),
}
