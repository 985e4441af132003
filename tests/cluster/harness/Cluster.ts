import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDb, type Db } from '#server/db/client.ts'
import { hostAddress, type Machine, type Network } from './Network.ts'
import { until, type Programs } from './Programs.ts'

const bin = '/usr/lib/postgresql/15/bin'
const password = 'of-this-test-only'
/** HAProxy's port of whoever is the primary. */
const primaryPort = 5000

interface Member {
  name: string
  role: string
  state: string
}

/** Two PostgreSQL 15 under Patroni and etcd, and an HAProxy in front that knows the primary. */
export class Cluster {
  readonly network: Network
  readonly machines: readonly Machine[]
  readonly #programs: Programs

  private constructor(programs: Programs, network: Network, machines: readonly Machine[]) {
    this.#programs = programs
    this.network = network
    this.machines = machines
  }

  static async start(programs: Programs, network: Network): Promise<Cluster> {
    const machines = [await network.addMachine('a', 11), await network.addMachine('b', 12)]
    const cluster = new Cluster(programs, network, machines)
    const etcdUrl = `http://${hostAddress}:2379`
    const etcd = ['etcd', '--data-dir', join(programs.folder, 'etcd'), '--listen-client-urls', etcdUrl]
    await programs.start('etcd', [...etcd, '--advertise-client-urls', etcdUrl])
    for (const machine of machines) await cluster.#startNode(machine)
    await cluster.synchronous()
    return cluster
  }

  /** The address of the database for the servers. */
  get url(): string {
    return `postgresql://palpite:${password}@127.0.0.1:${primaryPort}/palpite`
  }

  /** HAProxy's part that leads to the primary. */
  get proxyConfig(): string {
    const servers = this.machines.map(
      ({ name, address }) => `  server ${name} ${address}:5432 maxconn 200 check port 8008`,
    )
    return `
listen primary
  bind 127.0.0.1:${primaryPort}
  mode tcp
  timeout client 1h
  timeout server 1h
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 300ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
  }

  /** Creates the servers' user and database. */
  async createDatabase(): Promise<void> {
    const db = createDb(this.#urlOf('postgres', `127.0.0.1:${primaryPort}`, 'postgres'), {
      max: 1,
      maxReads: 1,
    })
    await db.write(`create role palpite login password '${password}'`)
    await db.write('create database palpite owner palpite')
    await db.close()
  }

  /** The database on one machine, whatever its role is. */
  databaseOf({ address }: Machine): Db {
    return createDb(this.#urlOf('palpite', `${address}:5432`, 'palpite'), {
      max: 1,
      maxReads: 1,
      outageMs: 0,
    })
  }

  async primary(): Promise<Machine> {
    return until('a primary', () => this.#findPrimary())
  }

  async #findPrimary(): Promise<Machine | undefined> {
    for (const machine of this.machines) if (await this.isPrimary(machine)) return machine
    return undefined
  }

  /** Waits until HAProxy leads to a machine that accepts writes; returns it. With `expected`, until it is that one. */
  async leadsTo(expected?: Machine): Promise<Machine> {
    return until(`${expected?.name ?? 'a machine'} as the primary`, async () => {
      const db = createDb(this.url, { max: 1, maxReads: 1, outageMs: 0 })
      try {
        const [row] = await db.read<{ address: string }>(
          'select host(inet_server_addr()) as address where not pg_is_in_recovery()',
        )
        const machine = this.machines.find(({ address }) => address === row?.address)
        return expected === undefined || machine?.name === expected.name ? machine : undefined
      } finally {
        await db.close()
      }
    })
  }

  other(machine: Machine): Machine {
    const other = this.machines.find(({ name }) => name !== machine.name)
    if (!other) throw new Error('there is one machine only')
    return other
  }

  async isPrimary({ address }: Machine): Promise<boolean> {
    try {
      return (await fetch(`http://${address}:8008/primary`, { signal: AbortSignal.timeout(1_000) })).ok
    } catch (error) {
      // Patroni's machine is unplugged, or its PostgreSQL is being stopped.
      if (error instanceof TypeError || (error as Error).name === 'TimeoutError') return false
      throw error
    }
  }

  /** Waits until the other node has everything that the primary acknowledges; only then may a test break something. */
  async synchronous(role = 'sync_standby'): Promise<void> {
    await until(`one primary and one ${role}`, async () => {
      const primary = await this.#findPrimary()
      if (!primary) return false
      const response = await fetch(`http://${primary.address}:8008/cluster`, {
        signal: AbortSignal.timeout(1_000),
      })
      const { members } = (await response.json()) as { members: Member[] }
      const roles = members
        .filter(({ state }) => /running|streaming/.test(state))
        .map((member) => member.role)
      return roles.length === 2 && roles.includes('leader') && roles.includes(role) && this.#streams(primary)
    })
  }

  async #streams(primary: Machine): Promise<boolean> {
    const sql = `select count(*) from pg_stat_replication where state = 'streaming'`
    return (await this.psql(primary, sql, 'postgres')) === '1'
  }

  /** Sets whether a commit waits for the other node. */
  async setSynchronous(isSynchronous: boolean): Promise<void> {
    const primary = await this.primary()
    await fetch(`http://${primary.address}:8008/config`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ synchronous_mode: isSynchronous }),
    })
    await until('the new mode', async () => {
      const names = await this.psql(primary, 'show synchronous_standby_names', 'postgres')
      return isSynchronous === (names !== '')
    })
    await this.synchronous(isSynchronous ? 'sync_standby' : 'replica')
  }

  async isSynchronous(): Promise<boolean> {
    return (await this.psql(await this.primary(), 'show synchronous_standby_names', 'postgres')) !== ''
  }

  /** Kills PostgreSQL on the machine, as a crash would. */
  async killPostgres({ name }: Machine): Promise<void> {
    const file = join(this.#programs.folder, `data-${name}`, 'postmaster.pid')
    const pid = Number((await this.#programs.run(['head', '-1', file])).trim())
    process.kill(pid, 'SIGKILL')
  }

  /** Runs a statement as the superuser, in the machine's own network: it works when the machine is unplugged. */
  psql({ pid, address }: Machine, sql: string, database = 'palpite'): Promise<string> {
    const command = ['psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-h', address, '-U', 'postgres', '-c', sql]
    return this.#programs.run([...command, database], { networkOf: pid, env: { PGPASSWORD: password } })
  }

  #urlOf(user: string, host: string, database: string): string {
    return `postgresql://${user}:${password}@${host}/${database}`
  }

  async #startNode(machine: Machine): Promise<void> {
    const { name, address, pid } = machine
    const own = await this.#programs.postgresFolder(`node-${name}`)
    const data = await this.#programs.postgresFolder(`data-${name}`)
    const config = join(own, 'patroni.json')
    await writeFile(config, JSON.stringify(patroniConfig(machine, own, data)))
    await this.#programs.run(['chown', 'postgres:', config])
    await this.#programs.start(`patroni-${name}`, ['patroni', config], { user: 'postgres', networkOf: pid })
    if (name === 'a') await until('the first node', () => this.isPrimary({ name, address, pid }))
  }
}

function patroniConfig({ name, address }: Machine, own: string, data: string) {
  const login = (username: string) => ({ username, password })
  return {
    scope: 'palpite',
    name,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    etcd3: { host: `${hostAddress}:2379` },
    bootstrap: {
      dcs: {
        ttl: 5,
        loop_wait: 1,
        retry_timeout: 2,
        maximum_lag_on_failover: 100_000_000,
        primary_start_timeout: 0,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, use_slots: true },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      bin_dir: bin,
      data_dir: data,
      pgpass: join(own, 'pgpass'),
      authentication: {
        superuser: login('postgres'),
        replication: login('replicator'),
        rewind: login('rewinder'),
      },
      pg_hba: [
        'host replication replicator 10.99.0.0/24 scram-sha-256',
        'host all all 10.99.0.0/24 scram-sha-256',
      ],
      parameters: {
        unix_socket_directories: own,
        max_connections: 200,
        shared_buffers: '64MB',
        wal_log_hints: 'on',
        wal_receiver_timeout: '3s',
        wal_sender_timeout: '3s',
      },
    },
  }
}
