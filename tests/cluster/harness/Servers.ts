import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startServerProcess, type ServerProcess } from '../../server/helpers/serverProcess.ts'
import { until, type Programs } from './Programs.ts'

const playersPort = 8080

/** Several server processes on one database, and the HAProxy in front of them that players call. */
export class Servers {
  readonly url = `http://127.0.0.1:${playersPort}`
  readonly #env: Record<string, string>
  readonly #ports: readonly number[]
  readonly #processes = new Map<number, ServerProcess>()

  constructor(env: Record<string, string>, count: number) {
    this.#env = env
    this.#ports = Array.from({ length: count }, (_, i) => 8100 + i * 10)
  }

  /** The numbers of the servers, from 0. */
  get numbers(): readonly number[] {
    return this.#ports.map((_, number) => number)
  }

  /** HAProxy's part that leads to the servers. */
  get proxyConfig(): string {
    return `
listen players
  bind 127.0.0.1:${playersPort}
  mode http
  balance roundrobin
  option redispatch 1
  retries 3
  timeout client 65s
  timeout server 65s
  timeout tunnel 1h
  # As in deploy/haproxy.cfg: a process that listens but cannot serve gets no calls. /readyz may take 2 s.
  timeout check 3s
  option httpchk GET /readyz
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1
${this.#ports.map((port, i) => `  server s${i} 127.0.0.1:${port} check`).join('\n')}
`
  }

  /** Starts one server, with another build if given. Throws with its message when it does not start. */
  async start(number: number, built?: string): Promise<void> {
    const port = this.#ports[number]
    if (port === undefined) throw new Error(`there is no server ${number}`)
    const server = await startServerProcess({ ...this.#env, PORT: String(port) }, built)
    if (server.url === undefined) throw new Error(`server ${number} did not start: ${server.stderr()}`)
    this.#processes.set(number, server)
  }

  /** Waits until HAProxy leads to a server. */
  async reachable(): Promise<void> {
    await until('a server behind HAProxy', async () => (await fetch(`${this.url}/readyz`)).ok)
  }

  /** Kills one server without warning. */
  async kill(number: number): Promise<void> {
    await this.#end(number, 'SIGKILL')
  }

  /** Stops one server as an operator does; returns its exit code. */
  stop(number: number): Promise<number | string | null> {
    return this.#end(number, 'SIGTERM')
  }

  /** What the servers have logged, to be printed after a failure. */
  logs(): string {
    return [...this.#processes]
      .map(([number, server]) => `--- server ${number}\n${server.stdout().slice(-3_000)}${server.stderr()}`)
      .join('\n')
  }

  async #end(number: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | string | null> {
    const server = this.#processes.get(number)
    if (!server) throw new Error(`server ${number} does not run`)
    server.child.kill(signal)
    return server.ended
  }
}

/** Starts HAProxy with the given parts and waits until it is there. */
export async function startProxy(programs: Programs, parts: readonly string[]): Promise<void> {
  const file = join(programs.folder, 'haproxy.cfg')
  const socket = join(programs.folder, 'haproxy.sock')
  const common = `
global
  maxconn 4000
  stats socket ${socket}
defaults
  timeout connect 1s
  timeout check 1s
`
  await writeFile(file, [common, ...parts].join('\n'))
  await programs.start('haproxy', ['/usr/sbin/haproxy', '-db', '-f', file])
  await until('HAProxy', async () => (await programs.run(['test', '-S', socket])) === '')
}
