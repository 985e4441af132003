import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

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

it.skipIf(promtool === undefined)('each alert fires in its case and not in the case beside it', () => {
  const run = (...args: string[]) => execFileSync(promtool ?? '', args, { encoding: 'utf8', stdio: 'pipe' })
  expect(run('test', 'rules', `${folder}/tests.yml`)).toContain('SUCCESS')
  expect(run('check', 'config', `${folder}/prometheus.yml`)).toContain('is valid prometheus config')
})

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
