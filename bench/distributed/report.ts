import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { formatText } from '../../scripts/formatText.ts'
import type { NodeKill, StormMove } from '../../scripts/citus/storms.ts'
import { median } from '../pairs.ts'
import type { SpreadBets } from './bets.ts'
import type { SpreadCalls } from './calls.ts'
import type { BetCost } from './play.ts'

/** What was run, by part. */
export interface Parts {
  /** Tables, statements and jobs that are not as they should be, and violations of the ledger. */
  wrong?: number
  kills?: NodeKill[]
  move?: StormMove
  calls?: SpreadCalls
  bets?: SpreadBets[]
}

/** When a part was run, and the load of the machine at its end over 1, 5 and 15 minutes. */
interface Dated<T> {
  at: string
  load: string
  value: T
}
type Stored = { [Name in keyof Parts]: Dated<NonNullable<Parts[Name]>> }

const file = 'bench/results/distributed'

/** Writes distributed.json and distributed.md; returns the text of the latter. Parts that were not run this time are kept. */
export async function writeDistributedReport(parts: Parts): Promise<string> {
  const earlier = existsSync(`${file}.json`)
    ? (JSON.parse(readFileSync(`${file}.json`, 'utf8')) as Stored)
    : {}
  const when = {
    at: new Date().toISOString().slice(0, 16),
    load: loadavg()
      .map((load) => load.toFixed(1))
      .join(', '),
  }
  const stored = {
    ...earlier,
    ...Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, { ...when, value }])),
  } as Stored
  await mkdir('bench/results', { recursive: true })
  await writeFile(`${file}.json`, `${JSON.stringify(stored, null, 2)}\n`)
  const text = await formatText(`${file}.md`, textOf(stored).join('\n\n'))
  await writeFile(`${file}.md`, text)
  return text
}

function textOf({ wrong, kills, move, calls, bets }: Stored): string[] {
  const run = ({ at, load }: Dated<unknown>) => `Run on ${at.replace('T', ' at ')} (UTC), load ${load}.`
  return [
    '# On Citus',
    `Written by \`npm run distributed\`; Node ${process.version}, ${availableParallelism()} cores that nodes, servers and players share. The load is that of the machine over 1, 5 and 15 minutes at the end of each part.`,
    ...(wrong
      ? [
          '## Checks',
          `How each table is kept, two who claim one address, what commits in two phases, the statements of a bet and of every call of a player, every list of the back office by each filter and sort, a round of double while a bet is prepared, what the jobs are refused, the ledger: ${wrong.value} wrong. ${run(wrong)}`,
        ]
      : []),
    ...(kills ? [...killed(kills.value), run(kills)] : []),
    ...(move ? [...moved(move.value), run(move)] : []),
    ...(calls ? [...called(calls.value), run(calls)] : []),
    ...(bets ? [...measured(bets.value), run(bets)] : []),
  ]
}

function killed(kills: readonly NodeKill[]): string[] {
  return [
    '## The storm with kills',
    'Eight players bet, deposit and withdraw at two servers without pause, others register, and something is ended as by a power cut; a node is away for a second. Afterwards every call without an outcome is repeated with its key. Prepared: transactions that the kill left prepared on a node; Citus then finishes them. Wrong: acknowledged calls or registrations without their effect, effects that happened twice, and violations of `src/server/ledger/invariants.sql`. Times in seconds.',
    table(
      ['killed', 'calls', 'repeated', 'longest pause', 'prepared', 'finished after', 'wrong'],
      kills.map((kill) => [
        kill.victim,
        kill.calls,
        kill.repeated,
        inSeconds(kill.pauseMs),
        kill.prepared,
        kill.recoveredMs === undefined ? '' : inSeconds(kill.recoveredMs),
        kill.wrong.length,
      ]),
    ),
    `Registrations that were acknowledged: ${kills.at(-1)?.newcomers ?? 0}.`,
  ]
}

function moved(move: StormMove): string[] {
  return [
    '## Moving a running database',
    `From one PostgreSQL to a coordinator and two workers, while eight players play at two servers and others register (${move.calls} calls): ${move.rows} rows of ${move.tables} tables were copied in ${inSeconds(move.copyMs)} s, and ${move.changes} changes followed. The source took no writes for ${inSeconds(move.pauseMs)} s, ${inSeconds(move.compareMs)} of them to compare the wallets of ${move.players} players and the rows of every table. No call was acknowledged for ${inSeconds(move.playersPauseMs)} s, with the start of the new servers; a move before, stopped by Ctrl+C in its pause, kept the players waiting for ${inSeconds(move.stoppedPauseMs)} s. ${move.repeated} calls were repeated with their keys. Wrong afterwards: ${move.wrong.length}.`,
  ]
}

function called({ workers, players, nodes, one }: SpreadCalls): string[] {
  const push = (cost: SpreadCalls['one'][number] | undefined) =>
    cost?.push ? `${cost.push.median.toFixed(0)} / ${cost.push.p99.toFixed(0)}` : ''
  return [
    '## Reads and pushes of two servers',
    `A coordinator and ${workers} workers, and afterwards one PostgreSQL; two servers, ${players} players at once, without jobs. CPU in µs of one call: of both servers, and of all nodes or the one database. Push: from the call of a bet at one server until its new balance is at the player's socket at the other, in ms, median and 99 %; a player bets again when it has arrived.`,
    table(
      [
        'what',
        'per second',
        'servers',
        'all nodes',
        'push',
        'one PostgreSQL: per second',
        'servers',
        'database',
        'push',
      ],
      nodes.map((cost, index) => {
        const other = one[index]
        return [
          cost.what,
          cost.perSecond,
          cost.server,
          cost.database,
          push(cost),
          other?.perSecond ?? '',
          other?.server ?? '',
          other?.database ?? '',
          push(other),
        ]
      }),
    ),
  ]
}

function measured(bets: readonly SpreadBets[]): string[] {
  return [
    '## A bet',
    'CPU of a bet that is decided at once, in µs, in turn on the nodes and on one PostgreSQL of the same installation without Citus, without jobs; medians of three pairs. Ratio: CPU of all nodes to that of one PostgreSQL. Idle: CPU that is used without any call, in ms of a second; it is a part of the CPU of a bet, a larger one when the machine makes fewer bets. The second ratio is without it. Batch: bets of one transaction.',
    table(
      [
        'workers',
        'players',
        'bets per second',
        'server',
        'all nodes',
        'idle',
        'batch',
        'one PostgreSQL: bets per second',
        'server',
        'database',
        'idle',
        'batch',
        'ratio',
        'without idle',
      ],
      bets.map(({ workers, players, nodes, one, idle }) => [
        workers,
        players,
        ...columns(nodes, idle.nodes),
        ...columns(one, idle.one),
        ratiosOf(nodes, one, ({ database }) => database),
        ratiosOf(nodes, one, ({ database, perSecond }, at) => database - (1000 * idle[at]) / perSecond),
      ]),
    ),
  ]
}

const columns = (costs: readonly BetCost[], idle: number) => [
  ...(['perSecond', 'server', 'database'] as const).map((name) =>
    Math.round(median(costs.map((cost) => cost[name]))),
  ),
  idle.toFixed(1),
  median(costs.map(({ perCommit }) => perCommit)).toFixed(1),
]

function ratiosOf(
  nodes: readonly BetCost[],
  one: readonly BetCost[],
  of: (cost: BetCost, at: 'nodes' | 'one') => number,
): string {
  const ratios = nodes.flatMap((cost, index) => {
    const other = one[index]
    return other ? [of(cost, 'nodes') / of(other, 'one')] : []
  })
  return `${median(ratios).toFixed(2)} (${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})`
}

const inSeconds = (ms: number) => (ms / 1000).toFixed(1)

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
