import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { FaultProxy } from '../reliability/harness/FaultProxy.ts'
import { startServerProcess, type ServerProcess } from './helpers/serverProcess.ts'
import { createTestDb } from './helpers/testDb.ts'

// Servers and Prometheus are started, and alerts need several scrapes.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const patience = { timeout: 60_000, interval: 250 }

const prometheusPath = '/usr/bin/prometheus'
const canRun = existsSync(prometheusPath)
if (!canRun) console.log('skipped: alerts of a live server: prometheus is not installed')

describe.skipIf(!canRun)('the alerts of two live servers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-alerts-'))
  const ends: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true })]
  const servers: { process: ServerProcess; ops: string }[] = []
  let database: FaultProxy
  let prometheus = ''
  let db: Awaited<ReturnType<typeof createTestDb>>['db']

  beforeAll(async () => {
    const created = await createTestDb()
    db = created.db
    const { pathname, searchParams, username, password } = new URL(created.url)
    database = await FaultProxy.start({ path: `${searchParams.get('host')}/.s.PGSQL.5432` })
    ends.push(() => database.close())
    for (const name of ['a', 'b']) {
      const port = await freePort()
      const process = await startServerProcess({
        DATABASE_URL: `postgresql://${username}:${password}@127.0.0.1:${database.port}${pathname}`,
        DATA_DIR: join(folder, name),
        OPS_PORT: String(port),
        ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
        WALLET_AUDIT: 'off',
      })
      ends.push(async () => {
        process.child.kill('SIGKILL')
        await process.ended
      })
      if (process.url === undefined) throw new Error(process.stderr())
      servers.push({ process, ops: `127.0.0.1:${port}` })
    }
    aimAt(servers.map(({ ops }) => ops))
    const rules = readFileSync('deploy/prometheus/alerts.yml', 'utf8')
    // The rules as they are, but for how long they must hold, and how many servers there should be.
    writeFileSync(
      join(folder, 'alerts.yml'),
      rules.replace(/for: \d+[smh]/g, 'for: 2s').replace('expr: vector(3)', 'expr: vector(2)'),
    )
    const config = {
      global: { scrape_interval: '1s', evaluation_interval: '1s', scrape_timeout: '1s' },
      rule_files: ['alerts.yml'],
      scrape_configs: [
        {
          job_name: 'palpite',
          file_sd_configs: [{ files: [join(folder, 'targets.json')], refresh_interval: '1s' }],
        },
      ],
    }
    writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config))
    const port = await freePort()
    prometheus = `http://127.0.0.1:${port}`
    const child = spawn(
      prometheusPath,
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${resolve(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    )
    const exited = once(child, 'exit')
    ends.push(async () => {
      child.kill('SIGKILL')
      await exited
    })
  })
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })

  function aimAt(targets: string[]): void {
    writeFileSync(join(folder, 'targets.json'), JSON.stringify([{ targets }]))
  }

  async function value(query: string): Promise<number | undefined> {
    const response = await fetch(`${prometheus}/api/v1/query?query=${encodeURIComponent(query)}`)
    const { data } = (await response.json()) as { data: { result: { value: [number, string] }[] } }
    const [first] = data.result
    return first && Number(first.value[1])
  }

  /** Of those about what the tests do. */
  async function firing(): Promise<string[]> {
    const response = await fetch(`${prometheus}/api/v1/alerts`)
    const { data } = (await response.json()) as {
      data: { alerts: { state: string; labels: { alertname: string } }[] }
    }
    const names = data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)
    const about = /^(Server|NoServer|Metrics|Withdrawals|Payouts|ProviderCalls|JobStopped)/
    return [...new Set(names)].filter((name) => about.test(name)).sort()
  }

  it('are quiet, until a withdrawal is left alone', async () => {
    // Prometheus itself starts, too.
    await expect.poll(() => value('sum(palpite_ready)').catch(() => undefined), patience).toBe(2)
    // The rules were evaluated several times, for longer than they wait.
    const evaluations = () => value('count_over_time(palpite:servers:expected[5m])')
    const before = (await evaluations()) ?? 0
    await expect.poll(evaluations, patience).toBeGreaterThan(before + 5)
    expect(await firing()).toEqual([])
    const created = await fetch(`${servers[0]?.process.url}/sandbox/api/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'waits@example.com', password: 'Segura-123', balance: 10, kyc: 1 }),
    })
    expect(created.status).toBe(200)
    await db.write(
      `insert into withdrawals (id, user_id, type, key_encrypted, key_masked, amount, status, created_at)
        select 'waits', id, 'CPF', '', '', 1000, 'inReview', now() - interval '7 hours' from users`,
    )
    await expect.poll(firing, patience).toContain('WithdrawalsWait')
    expect(await firing()).not.toContain('PayoutsWait')
    await db.write(`delete from withdrawals where id = 'waits'`)
    await expect.poll(firing, patience).toEqual([])
  })

  it('fire while the database is away, of which the metrics tell within a second', async () => {
    database.refuse(true)
    await expect.poll(firing, patience).toEqual(expect.arrayContaining(['MetricsStale', 'NoServerReady']))
    for (const { ops } of servers) {
      const start = performance.now()
      const text = await (await fetch(`http://${ops}/metrics`)).text()
      expect(performance.now() - start).toBeLessThan(1_000)
      expect(text).toContain('palpite_metric_stale{metric="palpite_withdrawals_waiting"} 1\n')
      expect(text).toContain('palpite_withdrawals_waiting{state="inReview"} 0\n')
    }
    expect(await firing()).not.toContain('ServerDown')
    database.refuse(false)
    await expect.poll(firing, patience).toEqual([])
  })

  it('fire when a process is killed, and go on when it is no target any more', async () => {
    const [first, second] = servers
    if (!first || !second) throw new Error('two servers were started')
    first.process.child.kill('SIGKILL')
    await first.process.ended
    await expect.poll(firing, patience).toEqual(['ServerDown', 'ServersMissing'])
    aimAt([second.ops])
    await expect.poll(firing, patience).toEqual(['ServersMissing'])
    expect(await value('sum(palpite_ready)')).toBe(1)
  })
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
