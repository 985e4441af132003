import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { formatText } from '../../scripts/formatText.ts'

/** What one fault did. Times in ms. */
export interface Round {
  fault: string
  bets: number
  /** Calls that got no response, a proxy's error page or a server error, and were repeated with their key. */
  repeated: number
  lost: number
  longestMs: number
  failoverMs?: number
  rejoinMs?: number
  violations: number
  sockets: number
  socketsBack: number
  note?: string
}

const folder = 'bench/results'

/** Writes failover.md; returns its text. */
export async function writeFailoverReport(result: {
  rounds: readonly Round[]
  readyMs: number
  seconds: number
}): Promise<string> {
  const { rounds, readyMs, seconds } = result
  const rows = rounds.map((round) => [
    round.fault,
    round.bets,
    round.lost,
    round.repeated,
    inSeconds(round.longestMs),
    inSeconds(round.failoverMs),
    inSeconds(round.rejoinMs),
    round.violations,
    `${round.socketsBack} of ${round.sockets}`,
    round.note ?? '',
  ])
  return writeReport('failover', [
    '# Failover',
    `${today()}, Node ${process.version}, ${availableParallelism()} cores; PostgreSQL 15, Patroni 3.0, etcd 3.4, HAProxy 2.6 (Debian 12). Written by \`npm run failover\` in ${Math.round(seconds)} s; the cluster and three servers were ready after ${inSeconds(readyMs)} s.`,
    'Eight players bet without pause through HAProxy, each with a socket, and repeat a call with its key until it has an outcome. Times are in seconds. Lost: acknowledged bets that the database does not have. Repeated: calls without an outcome at first. Pause: the longest time that a player waited for the outcome of a bet. Failover: until HAProxy leads to the other node and it accepts writes. Rejoin: until the old one is a synchronous standby again (after a cut: since it was plugged in; for a server: until it is ready). Violations: queries of `src/server/ledger/invariants.sql` that found something. Sockets: those that got the event of a bet afterwards.',
    table(
      ['fault', 'bets', 'lost', 'repeated', 'pause', 'failover', 'rejoin', 'violations', 'sockets', ''],
      rows,
    ),
    'Stalled: the standby gets nothing for up to a second before the primary is killed. The control is the same fault without synchronous replication; it must lose bets, or the test could not see a loss.',
  ])
}

export async function writeReport(name: string, parts: readonly string[]): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = `${folder}/${name}.md`
  const text = await formatText(path, parts.join('\n\n'))
  await writeFile(path, text)
  return text
}

export function inSeconds(ms: number | undefined): string {
  return ms === undefined ? '' : (ms / 1000).toFixed(1)
}

export const today = () => new Date().toISOString().slice(0, 10)

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
