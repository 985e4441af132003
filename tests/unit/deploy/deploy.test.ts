import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Cluster, ScheduledBackup } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1'
import { Deployment } from 'kubernetes-models/apps/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Namespace, Secret, Service } from 'kubernetes-models/v1'
import { validate as lintDockerfile } from 'dockerfile-utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { parseConfig } from '#server/config/config.ts'
import { gatewayKinds } from './gatewaySchemas.ts'

const read = (path: string) => readFileSync(join('deploy', path), 'utf8')

describe('the manifests for Kubernetes', () => {
  /** The schemas of Kubernetes and CloudNativePG; an unknown or missing field is an error. */
  const kinds = {
    Cluster,
    ConfigMap,
    Deployment,
    Namespace,
    PodDisruptionBudget,
    ScheduledBackup,
    Secret,
    Service,
  }
  interface Manifest {
    kind: keyof typeof kinds | keyof typeof gatewayKinds
    metadata: { name: string }
  }
  const files = readdirSync('deploy/kubernetes').filter((name) => name !== 'kustomization.yaml')
  const manifests = files.flatMap((file) =>
    parseAllDocuments(read(`kubernetes/${file}`)).map((document) => document.toJS() as Manifest),
  )
  const one = <T>(kind: Manifest['kind'], name = 'palpite') =>
    manifests.find((each) => each.kind === kind && each.metadata.name === name) as T
  const validate = (manifest: Manifest) => {
    const { kind } = manifest
    if (kind in gatewayKinds) gatewayKinds[kind as keyof typeof gatewayKinds].parse(manifest)
    else new kinds[kind as keyof typeof kinds](manifest as never).validate()
  }

  it.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    '%s fits its schema',
    (_name, manifest) => expect(() => validate(manifest)).not.toThrow(),
  )

  it('would not fit with a mistake', () => {
    const deployment = structuredClone(one<Manifest & { spec: Record<string, unknown> }>('Deployment'))
    deployment.spec['replicas'] = 'three'
    expect(() => validate(deployment)).toThrow()
    delete (deployment.spec as { selector?: unknown }).selector
    deployment.spec['replicas'] = 3
    expect(() => validate(deployment)).toThrow()
  })

  it('are all in the kustomization, but the class of the cluster and the example of secrets', () => {
    const { resources } = parse(read('kubernetes/kustomization.yaml')) as { resources: string[] }
    expect([...resources, 'gatewayClass.yaml', 'secret.example.yaml'].sort()).toEqual([...files].sort())
  })

  it('lead each address of the configuration to its port, and only staff to the back office', () => {
    type Named<Kind extends keyof typeof gatewayKinds> = z.infer<(typeof gatewayKinds)[Kind]>
    const { data } = one<{ data: Record<string, string> }>('ConfigMap')
    const gateway = one<Named<'Gateway'>>('Gateway').spec
    const { spec: service } = one<InstanceType<typeof Service>>('Service')
    for (const [route, variable, port] of [
      ['palpite', 'PUBLIC_URL', 'http'],
      ['palpite-games', 'GAMES_URL', 'games'],
      ['palpite-office', 'OFFICE_URL', 'office'],
    ] as const) {
      const { hostname } = new URL(data[variable] ?? '')
      const { spec } = one<Named<'HTTPRoute'>>('HTTPRoute', route)
      expect(spec.hostnames).toEqual([hostname])
      const [parent] = spec.parentRefs
      const listener = gateway.listeners.find(({ name }) => name === parent?.sectionName)
      expect(listener).toMatchObject({ protocol: 'HTTPS', port: 443, hostname, tls: { mode: 'Terminate' } })
      const backend = spec.rules.at(-1)?.backendRefs?.[0]
      expect(service?.ports?.find((each) => each.port === backend?.port)?.targetPort).toBe(port)
    }
    // A browser must not call one origin through the connection of another.
    const certificates = gateway.listeners.flatMap(({ tls }) => tls?.certificateRefs[0]?.name ?? [])
    expect([certificates.length, new Set(certificates).size]).toEqual([3, 3])
    const policy = one<Named<'SecurityPolicy'>>('SecurityPolicy', 'palpite-office').spec
    expect(policy.targetRefs).toEqual([
      expect.objectContaining({ kind: 'HTTPRoute', name: 'palpite-office' }),
    ])
    expect(policy.authorization.defaultAction).toBe('Deny')
    const plain = one<Named<'HTTPRoute'>>('HTTPRoute', 'palpite-to-https').spec
    expect(plain).toMatchObject({ parentRefs: [{ sectionName: 'http' }] })
    expect(plain.rules).toEqual([{ filters: [expect.objectContaining({ type: 'RequestRedirect' })] }])
  })

  it('keep checks and metrics inside, however the address is written, and no address in a log', () => {
    const { spec } = one<{ spec: { rules: { matches?: { path: { value: string } }[] }[] } }>('HTTPRoute')
    const [, insensitive = '', pattern = ''] =
      /^(\(\?i\))(.*)$/.exec(spec.rules[0]?.matches?.[0]?.path.value ?? '') ?? []
    expect(insensitive).toBe('(?i)')
    // Envoy compares the whole path, without what follows a question mark.
    const denied = new RegExp(`^(?:${pattern})$`, 'i')
    for (const path of ['/livez', '/readyz/', '/METRICS', '/metrics;x', '/livez/x'])
      expect(path).toMatch(denied)
    for (const path of ['/', '/livezx', '/api/readyz', '/metricsPage']) expect(path).not.toMatch(denied)
    expect(one('EnvoyProxy')).toMatchObject({ spec: { telemetry: { accessLog: { disable: true } } } })
    expect(one('ClientTrafficPolicy')).toMatchObject({
      spec: { headers: { earlyRequestHeaders: { remove: ['traceparent', 'x-forwarded-for'] } } },
    })
  })

  it('give the server a valid environment and probe the ports that it listens on', () => {
    const { data } = one<{ data: Record<string, string> }>('ConfigMap')
    const { stringData } = one<{ stringData: Record<string, string> }>('Secret')
    const DATABASE_URL = 'postgresql://u:p@db/palpite'
    // Whoever forgets to put a key in place has a server that does not start.
    expect(() => parseConfig({ ...data, ...stringData, DATABASE_URL })).toThrow(/^ENCRYPTION_KEY must be 64/)
    const ENCRYPTION_KEY = '0'.repeat(64)
    const { config } = parseConfig({ ...data, ...stringData, DATABASE_URL, ENCRYPTION_KEY })
    expect(config).toMatchObject({ production: true, host: '0.0.0.0' })
    const { spec } = one<InstanceType<typeof Deployment>>('Deployment')
    const pod = spec?.template.spec
    const [server] = pod?.containers ?? []
    expect(server?.ports?.map(({ containerPort }) => containerPort)).toEqual([
      config.port,
      config.gamesPort,
      config.officePort,
      config.opsPort,
    ])
    expect([server?.livenessProbe, server?.readinessProbe].map((probe) => probe?.httpGet)).toEqual([
      { path: '/livez', port: 'ops' },
      { path: '/readyz', port: 'ops' },
    ])
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(config.drainMs / 1000 + 8)
    const [first] = pod?.initContainers ?? []
    const variable = (name: string) => first?.env?.find((each) => each.name === name)
    const cluster = one<Manifest>('Cluster', 'palpite-database').metadata.name
    expect(variable('DATABASE_OWNER_URL')?.valueFrom?.secretKeyRef?.name).toBe(`${cluster}-app`)
    expect(variable('PROGRAM_PASSWORD')?.valueFrom?.secretKeyRef?.name).toBe(`${cluster}-program`)
    expect(variable('DATABASE_URL')?.value).toContain(`@${cluster}-rw:`)
    // The servers have the same without the owner's password.
    expect(first?.env?.filter(({ name }) => name !== 'DATABASE_OWNER_URL')).toEqual(server?.env)
    expect([first?.image, first?.command]).toEqual([server?.image, ['node', 'dist-server/migrate.js']])
    // As patient as a migration is (db/migrate.ts), and more.
    const { periodSeconds = 0, failureThreshold = 0 } = server?.startupProbe ?? {}
    expect(Math.min(periodSeconds * failureThreshold, spec?.progressDeadlineSeconds ?? 0)).toBeGreaterThan(
      3_600,
    )
  })

  it('select the pods of the server', () => {
    const labels = one<InstanceType<typeof Deployment>>('Deployment').spec?.template.metadata?.labels
    expect(one<InstanceType<typeof Service>>('Service').spec?.selector).toEqual(labels)
    expect(
      one<InstanceType<typeof PodDisruptionBudget>>('PodDisruptionBudget').spec?.selector?.matchLabels,
    ).toEqual(labels)
  })
})

describe('compose.yaml', () => {
  const environment = z.record(z.string(), z.string())
  /** The part of the compose specification that the file uses; anything else is a mistake. */
  const service = z.strictObject({
    build: z.string().optional(),
    image: z.string().regex(/^[\w./-]+:[\w.-]*\d[\w.-]*$/),
    restart: z.enum(['unless-stopped', 'always', 'no', 'on-failure']),
    stop_grace_period: z
      .string()
      .regex(/^\d+s$/)
      .optional(),
    shm_size: z.string().optional(),
    ulimits: z
      .strictObject({ nofile: z.strictObject({ soft: z.number().int(), hard: z.number().int() }) })
      .optional(),
    read_only: z.boolean().optional(),
    cap_drop: z.array(z.string()).optional(),
    security_opt: z.array(z.string()).optional(),
    tmpfs: z.array(z.string()).optional(),
    command: z.array(z.union([z.string(), z.number()])).optional(),
    env_file: z
      .tuple([z.strictObject({ path: z.literal('server.env'), required: z.literal(false) })])
      .optional(),
    environment: environment.optional(),
    ports: z.array(z.string().regex(/^([\d.]+:)?\d+:\d+$/)).optional(),
    volumes: z.array(z.string().regex(/^[\w./-]+:\/[\w./-]+(:ro)?$/)).optional(),
    depends_on: z
      .union([
        z.array(z.string()),
        z.record(
          z.string(),
          z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }),
        ),
      ])
      .optional(),
    healthcheck: z
      .strictObject({
        test: z.array(z.string()),
        interval: z.string(),
        timeout: z.string(),
        retries: z.number(),
      })
      .optional(),
    deploy: z
      .strictObject({
        replicas: z.number().int().positive().optional(),
        resources: z.strictObject({ limits: z.strictObject({ cpus: z.string(), memory: z.string() }) }),
      })
      .optional(),
  })
  const schema = z.strictObject({
    name: z.string(),
    services: z.record(z.string(), service),
    volumes: z.record(z.string(), z.null()),
  })
  /** Folders that the operator fills. */
  const ours = ['./certs', './keys', './updates']
  const text = read('compose.yaml')
  const compose = schema.parse(parse(text))
  const services = Object.entries(compose.services)

  it('names services, volumes and files that exist', () => {
    for (const [name, { depends_on, healthcheck, volumes = [], build }] of services) {
      for (const other of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on ?? {})) {
        expect([name, Object.keys(compose.services)]).toEqual([name, expect.arrayContaining([other])])
        if (!Array.isArray(depends_on) && depends_on?.[other]?.condition === 'service_healthy')
          expect(compose.services[other]?.healthcheck).toBeDefined()
      }
      for (const volume of volumes) {
        const [from = ''] = volume.split(':')
        if (from.startsWith('.'))
          expect([from, ours.includes(from) || existsSync(join('deploy', from))]).toEqual([from, true])
        else expect(Object.keys(compose.volumes)).toContain(from)
      }
      if (build !== undefined) expect(existsSync(join('deploy', build, 'Dockerfile'))).toBe(true)
      if (healthcheck) expect(healthcheck.test[0]).toMatch(/^CMD/)
    }
  })

  it('gives the password of the owner to the program that migrates only, which ends before a server starts', () => {
    const { migrate, server } = compose.services
    expect(text.match(/\$\{POSTGRES_PASSWORD\}@/g)).toHaveLength(1)
    expect(migrate?.environment?.['DATABASE_OWNER_URL']).toContain('//palpite:')
    expect(server?.depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' } })
    expect([migrate?.image, migrate?.command]).toEqual([server?.image, ['node', 'dist-server/migrate.js']])
    for (const [name, value] of Object.entries(migrate?.environment ?? {}))
      if (name !== 'DATABASE_OWNER_URL') expect([name, server?.environment?.[name]]).toEqual([name, value])
  })

  it('lets the proxy open as many files, and use as much memory, as its connections take', () => {
    const [, maxconn = ''] = /^ {2}maxconn (\d+)$/m.exec(read('haproxy.cfg')) ?? []
    const { ulimits, deploy } = compose.services['haproxy'] ?? {}
    // Two for each connection; checks, listeners and logs.
    expect(ulimits?.nofile.soft).toBeGreaterThan(2 * Number(maxconn) + 1_000)
    const gigabytes = /^(\d+)g$/.exec(deploy?.resources.limits.memory ?? '')?.[1]
    // Two buffers of 16 KB and what TLS keeps.
    expect(Number(gigabytes) * 1e9).toBeGreaterThan(Number(maxconn) * 70e3)
    expect(Number(maxconn)).toBeGreaterThan(0)
  })

  it('uses the variables that env.example has, and gives the server a valid environment', () => {
    const used = new Set([...text.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name))
    const given = Object.fromEntries(
      [...read('env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
    )
    expect([...used].sort()).toEqual(Object.keys(given).sort())
    const values: Record<string, string> = {
      ...given,
      POSTGRES_PASSWORD: 'p',
      ENCRYPTION_KEY: '0'.repeat(64),
      WEBHOOK_SECRET: 'x'.repeat(16),
    }
    const env = Object.entries(compose.services['server']?.environment ?? {}).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+)\}/g, (_match, variable: string) => values[variable] ?? ''),
    ])
    const image = environmentOf(readFileSync('Dockerfile', 'utf8'))
    const { config } = parseConfig({ ...image, ...(Object.fromEntries(env) as Record<string, string>) })
    expect(config).toMatchObject({ production: true, host: '0.0.0.0', publicUrl: 'https://palpite.example' })
    const grace = parseInt(compose.services['server']?.stop_grace_period ?? '', 10)
    expect(grace).toBeGreaterThan(config.drainMs / 1000 + 8)
    expect(read('prometheus/prometheus.yml')).toContain(`port: ${config.opsPort}`)
    for (const port of [config.port, config.gamesPort, config.officePort])
      expect(read('haproxy.containers.cfg')).toContain(`server:${port}`)
  })
})

describe('a machine without containers', () => {
  const unit = read('machine/palpite@.service')
  const ports = (name: string) =>
    [1, 2, 3].map((i) => new RegExp(`\\b${name}=(\\S+)`).exec(unit)?.[1]?.replace('%i', String(i)))

  it('has servers whose ports HAProxy and Prometheus know', () => {
    const proxy = read('machine/haproxy.cfg')
    for (const name of ['PORT', 'GAMES_PORT', 'OFFICE_PORT'])
      for (const port of ports(name)) expect(proxy).toContain(` 127.0.0.1:${port}`)
    const { scrape_configs: scrapes } = parse(read('machine/prometheus.yml')) as {
      scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[]
    }
    expect(scrapes).toEqual([
      {
        job_name: 'palpite',
        static_configs: [{ targets: ports('OPS_PORT').map((port) => `127.0.0.1:${port}`) }],
      },
    ])
    // One name stands for all backends.
    const frontend = read('haproxy.cfg')
    for (const [, backend = ''] of frontend.matchAll(/^ {2}(?:use|default)_backend (\w+)/gm))
      for (const file of [proxy, read('haproxy.containers.cfg')])
        expect(file).toContain(`\nbackend ${backend}\n`)
  })

  it('gives them a valid environment, and the time that they need to end', () => {
    const given = Object.fromEntries(
      [...read('machine/env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    )
    const { config } = parseConfig({
      ...given,
      NODE_ENV: 'production',
      OFFICE_PORT: '5212',
      DATABASE_URL: 'postgresql://u:p@localhost/palpite',
      ENCRYPTION_KEY: '0'.repeat(64),
      WEBHOOK_SECRET: 'x'.repeat(16),
    })
    expect(config).toMatchObject({ production: true, publicUrl: 'https://palpite.example' })
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(config.drainMs / 1000 + 8)
  })

  const analyze = '/usr/bin/systemd-analyze'
  if (!existsSync(analyze)) console.log('skipped: the units are valid: systemd is not installed')
  it.skipIf(!existsSync(analyze))('has valid units', () => {
    const folder = mkdtempSync(join(tmpdir(), 'palpite-unit-'))
    try {
      const units = {
        'palpite@1.service': unit,
        // Where the program will be.
        'palpite-backup.service': read('machine/palpite-backup.service').replace(
          '/opt/palpite/current',
          resolve('.'),
        ),
        'palpite-backup.timer': read('machine/palpite-backup.timer'),
      }
      for (const [name, text] of Object.entries(units)) writeFileSync(join(folder, name), text)
      const paths = Object.keys(units).map((name) => join(folder, name))
      const { stderr } = spawnSync(analyze, ['verify', ...paths], { encoding: 'utf8' })
      expect(stderr.split('\n').filter((line) => /palpite(@1|-backup)/.test(line))).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

it('neither git nor an image takes the secrets and keys that are put beside the examples', () => {
  const secrets = ['.env', 'server.env', 'certs/palpite.pem', 'keys/pix.key', 'updates/Release']
  const paths = [...secrets.map((name) => `deploy/${name}`), 'palpite.sql']
  const ignored = execFileSync('git', ['check-ignore', '--no-index', ...paths], { encoding: 'utf8' })
  expect(ignored.trim().split('\n')).toEqual(paths)
  const image = readFileSync('.dockerignore', 'utf8').split('\n')
  for (const path of paths)
    expect([path, image.some((line) => path === line || path.startsWith(`${line}/`))]).toEqual([path, true])
  expect(image).not.toContain('deploy')
})

it('the examples and the pages name the version of the program', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const files = ['deploy/compose.yaml', 'deploy/kubernetes/server.yaml', 'docs/cluster.md', 'docs/machine.md']
  for (const file of files) {
    const named = [
      ...readFileSync(file, 'utf8').matchAll(
        /(?:image: (?:registry\.example\/)?palpite:|\/opt\/palpite\/)(\d[\w.]*\w)/g,
      ),
    ].map(([, name]) => name)
    expect([file, new Set(named)]).toEqual([file, new Set([version])])
  }
})

/** The line of ENV. */
function environmentOf(dockerfile: string): Record<string, string> {
  const [, line = ''] = /^ENV (.*)$/m.exec(dockerfile) ?? []
  return Object.fromEntries(line.split(' ').map((pair) => pair.split('=') as [string, string]))
}

it('the Dockerfile has no mistake that a linter knows', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8')
  const findings = (text: string) => lintDockerfile(text).map(({ message }) => message)
  expect(findings(dockerfile)).toEqual([])
  expect(findings(dockerfile.replace('EXPOSE 5250', 'EXPOSE server'))).toEqual([
    expect.stringContaining('server'),
  ])
})

it('the Dockerfile copies folders that exist or are built, and does not run as root', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8')
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  expect(last).toMatch(/^USER node$/m)
  expect(last.indexOf('USER node')).toBeLessThan(last.indexOf('CMD ["node", "dist-server/server.js"]'))
  const copied = [...last.matchAll(/^COPY --from=\w+ \/app\/(\S+) \S+$/gm)].map(([, path]) => path)
  expect(copied).toEqual([
    'node_modules',
    'package.json',
    'resources',
    'dist-server',
    'dist-web',
    'dist-games',
    'dist-office',
    'dist-sandbox',
  ])
  expect(last).toMatch(/^HEALTHCHECK /m)
})

const has = (program: string) => {
  try {
    execFileSync(program, [program === 'openssl' ? 'version' : '-v'], { stdio: 'ignore' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
const canCheck = has('haproxy') && has('openssl')
if (!canCheck) console.log('skipped: haproxy.cfg is valid: haproxy or openssl is not installed')

describe.skipIf(!canCheck)('haproxy.cfg', () => {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    CERTIFICATE: join(folder, 'palpite.pem'),
    GAMES_HOST: 'games.palpite.example',
    OFFICE_HOST: 'office.palpite.example',
    OFFICE_NETWORK: '10.0.0.0/8',
  }
  const containers = resolve('deploy/haproxy.containers.cfg')
  let ports: number[] = []

  beforeAll(async () => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const subject = ['-subj', '/CN=palpite.example', '-days', '1']
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject],
      { stdio: 'ignore' },
    )
    const both = join(folder, 'palpite.pem')
    writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
    ports = [await freePort(), await freePort()]
    Object.assign(env, { HTTP_PORT: String(ports[0]), HTTPS_PORT: String(ports[1]) })
    // More than a test's process may open.
    writeFileSync(file, read('haproxy.cfg').replace(/maxconn \d+/, 'maxconn 100'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each([containers, resolve('deploy/machine/haproxy.cfg')])('is valid together with %s', (servers) => {
    execFileSync('haproxy', ['-c', '-f', file, '-f', servers], { env, stdio: 'pipe' })
  })

  it('lets only staff in where its line for that is no comment', () => {
    const closed = readFileSync(file, 'utf8').replace(
      '# http-request deny deny_status 503',
      'http-request deny deny_status 503',
    )
    expect(closed).toMatch(
      /^ {2}http-request deny deny_status 503 unless is_office\n {2}use_backend office if is_office$/m,
    )
    writeFileSync(join(folder, 'closed.cfg'), closed)
    execFileSync('haproxy', ['-c', '-f', join(folder, 'closed.cfg'), '-f', containers], {
      env,
      stdio: 'pipe',
    })
  })

  it('keeps checks and metrics to itself, however the address is written, and logs no address', async () => {
    const proxy = spawn('haproxy', ['-db', '-f', file, '-f', containers], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let log = ''
    proxy.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()))
    const ended = once(proxy, 'exit')
    try {
      await expect.poll(() => statusOf('/').catch(() => undefined), { timeout: 20_000 }).toBe(503)
      const hidden = ['livez', 'readyz', 'metrics'].flatMap((name) => {
        const encoded = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`
        return [
          `/${name}`,
          `/${name}/`,
          `/${name}?x=1`,
          `//${name}`,
          `/%2f${name}`,
          `/${encoded}`,
          `/${name}%2F`,
        ]
      })
      for (const path of hidden) expect([path, await statusOf(path)]).toEqual([path, 404])
      // There is no server: what is passed on fails.
      for (const path of [
        '/livezx',
        '/api/readyz',
        '/api/app/exportFile/a-secret-token?token=another-secret',
      ])
        expect([path, await statusOf(path)]).toEqual([path, 503])
      // The first call and the last three.
      await expect.poll(() => (log.match(/ 503 /g) ?? []).length).toBeGreaterThanOrEqual(4)
      expect(log).not.toMatch(/secret|livez|127\.0\.0\.1/)
    } finally {
      proxy.kill('SIGKILL')
      await ended
    }
  })

  /** With the path as it is: URL would mend some of them. */
  function statusOf(path: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port: ports[1], path, rejectUnauthorized: false }, (response) => {
        response.resume()
        resolve(response.statusCode)
      }).on('error', reject)
    })
  }
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
