import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { isWhole } from '../../scope.ts'

const folder = 'deploy/prometheus'
const read = <T>(path: string) => parse(readFileSync(path, 'utf8')) as T

interface Rules {
  groups: { rules: { alert?: string; record?: string; expr: string }[] }[]
}
interface RuleTests {
  tests: { promql_expr_test: { expr: string; exp_samples: { value: number }[] }[] }[]
}

const rules = read<Rules>(`${folder}/alerts.yml`).groups.flatMap((group) => group.rules)
const alerts = rules.flatMap(({ alert }) => alert ?? [])

const promtool = ['/usr/bin/promtool', '/usr/local/bin/promtool'].find((path) => existsSync(path))
if (promtool === undefined) console.log('skipped: alert rules: promtool is not installed')

const run = (...args: string[]) => execFileSync(promtool ?? '', args, { encoding: 'utf8', stdio: 'pipe' })

it.skipIf(promtool === undefined)('the configuration is valid', () => {
  expect(run('check', 'config', `${folder}/prometheus.yml`)).toContain('is valid prometheus config')
})

// promtool takes seconds for a case of an alert.
if (isWhole)
  it.skipIf(promtool === undefined)('each alert fires in its case and not in the case beside it', () => {
    expect(run('test', 'rules', `${folder}/tests.yml`)).toContain('SUCCESS')
  })

it.skipIf(promtool === undefined)(
  'Prometheus in a cluster takes the pods that serve, each once, and the same rules',
  () => {
    // Debian's promtool is built without Kubernetes: what the cluster would tell of its pods is told it here.
    const pod = (name: string, port: [name: string, number: number], more: Record<string, string> = {}) => ({
      targets: [`10.1.0.1:${port[1]}`],
      labels: {
        __meta_kubernetes_pod_name: name,
        __meta_kubernetes_pod_label_app: 'palpite',
        __meta_kubernetes_pod_container_port_name: port[0],
        __meta_kubernetes_pod_phase: 'Running',
        ...more,
      },
    })
    const config = read<{ scrape_configs: Record<string, unknown>[] }>(`${folder}/kubernetes.yml`)
    const [scrape = {}] = config.scrape_configs
    expect(scrape['kubernetes_sd_configs']).toEqual([{ role: 'pod', namespaces: { names: ['palpite'] } }])
    delete scrape['kubernetes_sd_configs']
    scrape['static_configs'] = [
      pod('first', ['ops', 9250]),
      pod('first', ['http', 5250]),
      pod('second', ['ops', 9251]),
      pod('ended', ['ops', 9252], { __meta_kubernetes_pod_phase: 'Failed' }),
      pod('other', ['ops', 9253], { __meta_kubernetes_pod_label_app: 'grafana' }),
    ]
    const work = mkdtempSync(join(tmpdir(), 'palpite-pods-'))
    try {
      copyFileSync(`${folder}/alerts.yml`, join(work, 'alerts.yml'))
      writeFileSync(join(work, 'kubernetes.yml'), stringify(config))
      expect(run('check', 'config', join(work, 'kubernetes.yml'))).toContain('is valid prometheus config')
      // It waits for the whole time for more of them.
      const found = JSON.parse(
        run('check', 'service-discovery', '--timeout=1s', join(work, 'kubernetes.yml'), 'palpite'),
      ) as { labels: Record<string, string> }[]
      const scraped = found.filter(({ labels }) => Object.keys(labels).length > 0)
      expect(scraped.map(({ labels }) => [labels['pod'], labels['job'], labels['instance']]).sort()).toEqual([
        ['first', 'palpite', '10.1.0.1:9250'],
        ['second', 'palpite', '10.1.0.1:9251'],
      ])
    } finally {
      rmSync(work, { recursive: true })
    }
  },
)

it('each alert has both cases, and a line in the guide', () => {
  const cases = read<RuleTests>(`${folder}/tests.yml`).tests.flatMap(({ promql_expr_test }) =>
    promql_expr_test.flatMap(({ expr, exp_samples }) =>
      exp_samples.map(({ value }) => `${/alertname="(\w+)"/.exec(expr)?.[1]} ${value}`),
    ),
  )
  const guide = readFileSync('docs/operator.md', 'utf8')
  for (const alert of alerts) {
    expect(cases).toContain(`${alert} 1`)
    expect(cases).toContain(`${alert} 0`)
    expect(guide).toContain(`\`${alert}\``)
  }
})

it('as many servers are expected as are deployed', () => {
  const expected = rules.find(({ record }) => record === 'palpite:servers:expected')?.expr
  const compose = read<{ services: { server: { deploy: { replicas: number } } } }>('deploy/compose.yaml')
  const [deployment = ''] = readFileSync('deploy/kubernetes/server.yaml', 'utf8').split('\n---\n')
  const { spec } = parse(deployment) as { spec: { replicas: number } }
  expect([expected, expected]).toEqual(
    [compose.services.server.deploy.replicas, spec.replicas].map((replicas) => `vector(${replicas})`),
  )
})

it('Prometheus in a cluster asks the port of the operator of every pod of the server', () => {
  interface Scrape {
    job_name: string
    relabel_configs: { source_labels: string[]; regex?: string; action?: string }[]
  }
  // Debian's promtool is built without Kubernetes and does not know the file.
  const { rule_files, scrape_configs } = read<{ rule_files: string[]; scrape_configs: Scrape[] }>(
    `${folder}/kubernetes.yml`,
  )
  expect([rule_files, scrape_configs.map(({ job_name }) => job_name)]).toEqual([['alerts.yml'], ['palpite']])
  const [deployment = ''] = readFileSync('deploy/kubernetes/server.yaml', 'utf8').split('\n---\n')
  const { spec } = parse(deployment) as {
    spec: {
      template: {
        metadata: { labels: { app: string } }
        spec: { containers: { ports: { name: string; containerPort: number }[] }[] }
      }
    }
  }
  const { metadata, spec: pod } = spec.template
  const port = pod.containers[0]?.ports.find(({ containerPort }) => containerPort === 9250)
  expect(scrape_configs[0]?.relabel_configs.find(({ action }) => action === 'keep')).toEqual({
    source_labels: ['__meta_kubernetes_pod_label_app', '__meta_kubernetes_pod_container_port_name'],
    regex: `${metadata.labels.app};${port?.name}`,
    action: 'keep',
  })
})
