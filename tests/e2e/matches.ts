import type { MatchScript, Sandbox } from '../../scripts/Sandbox.ts'

/** The winner of a football match: the keys of its three options (market : game time : option : places). */
export const winner = { home: 'winner:1:home:3', draw: 'winner:1:draw:3', away: 'winner:1:away:3' }
export const prices = { [winner.home]: 1.85, [winner.draw]: 3.4, [winner.away]: 4.2 }

/** In the second half, 2-1. */
export const live: MatchScript = {
  startsInMs: -70 * 60_000,
  period: 3,
  minute: 67,
  homeScore: 2,
  awayScore: 1,
}

let made = 0

/** Four characters that no other match of the run has: two of the worker's process, two that count its matches. */
function newSuffix(): string {
  const [worker, count] = [Number(process.env['TEST_WORKER_INDEX'] ?? 0), made++]
  const two = (value: number) => (value % 36 ** 2).toString(36).padStart(2, '0')
  return (two(worker) + two(count)).toUpperCase()
}

/** Creates a match with names that no other test uses; by default it starts in an hour. */
export function newMatch(sandbox: Sandbox, script: MatchScript = {}) {
  const suffix = newSuffix()
  const names = { league: `Liga ${suffix}`, home: `Casa ${suffix}`, away: `Fora ${suffix}` }
  return sandbox.scriptMatch({ ...names, odds: prices, ...script })
}
