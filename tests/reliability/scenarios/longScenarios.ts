import type { Action, Direction } from '../harness/FaultProxy.ts'
import { flows, keyedFlows } from '../harness/flows.ts'
import type { Lab } from '../harness/Lab.ts'
import { bank } from './bank.ts'
import { banks } from './banks.ts'
import { callbacks } from './callbacks.ts'
import { clockJumps } from './clockJumps.ts'
import { gameHub } from './gameHub.ts'
import { gameProviders } from './gameProviders.ts'
import { idempotency } from './idempotency.ts'
import { kills, type Victim } from './kills.ts'
import { longHistory } from './longHistory.ts'
import { cutNetwork, type Cuts } from './network.ts'
import { processes } from './processes.ts'
import { sequences } from './sequences.ts'
import { newerDatabase, oldProgram } from './versions.ts'

export interface Scenario {
  name: string
  run(lab: Lab): Promise<unknown>
}

const hourMs = 3_600_000
const jumps = [24 * hourMs, -hourMs, 7 * 24 * hourMs, -24 * hourMs, 5 * 60_000, -5 * 60_000]
const victims: readonly Victim[] = ['server', 'PostgreSQL', 'backend', 'both']

/** The scenarios of the long run, including the program of an earlier commit if one is given. */
export function longScenarios(oldCommit: string | undefined): Scenario[] {
  return [
    ...(oldCommit === undefined
      ? []
      : [{ name: 'old program', run: (lab: Lab) => oldProgram(lab, oldCommit) }]),
    { name: 'sequences', run: (lab) => sequences(lab, { players: 12, steps: 120 }) },
    { name: 'bank', run: (lab) => bank(lab, 20_000) },
    { name: 'banks', run: (lab) => banks(lab, { customers: 60, kills: 14 }) },
    { name: 'idempotency', run: (lab) => idempotency(lab) },
    { name: 'callbacks', run: (lab) => callbacks(lab, 120) },
    { name: 'game providers', run: (lab) => gameProviders(lab, 200) },
    { name: 'game hub', run: (lab) => gameHub(lab, { rounds: 4_000, kills: 10 }) },
    {
      name: 'kills',
      run: (lab) =>
        kills(
          lab,
          Array.from({ length: 8 }, () => lab.random.pick(victims)),
        ),
    },
    { name: 'network', run: cutSomeFlows },
    { name: 'silent database', run: silenceDatabase },
    {
      name: 'processes',
      run: (lab) =>
        processes(lab, lab.random.pick([2, 3] as const), lab.random.pick(['killed', 'stopped'] as const)),
    },
    { name: 'clock', run: (lab) => clockJumps(lab, lab.random.shuffled(jumps)) },
    {
      name: 'long history',
      run: (lab) => longHistory(lab, { postings: 200_000, eachKind: true }),
    },
    { name: 'newer database', run: newerDatabase },
  ]
}

/** Cuts four flows in every way and the others in one random way; many runs together cover everything. */
async function cutSomeFlows(lab: Lab): Promise<void> {
  const everywhere = (actions: readonly Action[]): Cuts[] =>
    (['client', 'database'] as const).flatMap((place) =>
      (['up', 'down'] as Direction[]).flatMap((direction) =>
        actions.map((action) => ({ place, direction, action })),
      ),
    )
  const all = everywhere(['cut', 'half', 'after', 'delay'])
  const stalls: Cuts[] = (['up', 'down'] as const).map((direction) => ({
    place: 'client',
    direction,
    action: 'stall',
  }))
  const chosen = lab.random.shuffled(flows)
  await cutNetwork(
    lab,
    chosen.map((flow, i) => ({ flow, cuts: i < 4 ? [...all, ...stalls] : [lab.random.pick(all)] })),
  )
}

/**
 * PostgreSQL stops responding at each packet of one flow in turn, as on a swapping machine. The call then takes as
 * long as the server waits for a response, which is longer than double accepts bets.
 */
async function silenceDatabase(lab: Lab): Promise<void> {
  const slowFlows = keyedFlows.filter(({ name }) => name !== 'double bet')
  const cuts: Cuts[] = [{ place: 'database', direction: 'down', action: 'stall' }]
  await cutNetwork(lab, [{ flow: lab.random.pick(slowFlows), cuts }])
}
