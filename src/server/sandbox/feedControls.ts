import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { endReasons } from '#contract/rules/settlementRules.ts'
import { correctionReasons, sportRules } from '#contract/rules/sportRules.ts'
import { isSport, optionOfKey, sports, type Sport } from '#contract/rules/sports.ts'
import { MatchPeriod } from '#contract/statusCodes.ts'
import type { AppDeps } from '../deps.ts'
import { Refusal } from '../texts/refusal.ts'
import { scriptableOf } from '../feed/scriptable.ts'
import { setSilent } from '../feed/SimulatedSource.ts'
import { feedChanged } from '../feed/feedChanged.ts'
import { presentMatch } from '../presenters/match.ts'
import { profiles, setsToWinOf } from '../feed/profiles.ts'
import { hasSetPoints } from '../feed/scriptedSets.ts'
import { applyDirection, newScript, type Direction, type Script } from '../feed/scripts.ts'
import { control, noInput } from './control.ts'

const maxOffsetMs = 30 * 24 * 3_600_000
const name = z.string().trim().min(1).max(60)
const count = z.number().int().min(0).max(999)
const score = z.strictObject({ home: count, away: count })

const directionSchema = z.strictObject({
  matchId: z
    .union([z.string().min(1).max(64), z.number()])
    .transform(String)
    .optional(),
  sport: z.enum(sports).optional(),
  league: name.optional(),
  home: name.optional(),
  away: name.optional(),
  startsInMs: z.number().int().min(-maxOffsetMs).max(maxOffsetMs).optional(),
  period: z.literal(Object.values(MatchPeriod)).optional(),
  minute: z.number().int().min(0).max(400).optional(),
  homeScore: count.optional(),
  awayScore: count.optional(),
  halfScore: score.optional(),
  corners: score.optional(),
  quarters: z.array(score).min(1).max(4).optional(),
  sets: z.array(score).min(1).max(7).optional(),
  incident: z
    .strictObject({ kind: z.enum(['corner', 'yellowCard', 'redCard']), side: z.enum(['home', 'away']) })
    .optional(),
  pause: z.literal(true).optional(),
  suspend: z.boolean().optional(),
  finish: z.literal(true).optional(),
  outcome: z
    .strictObject({ winner: z.enum(['home', 'away']).nullable(), reason: z.enum(endReasons) })
    .optional(),
  setsToWin: z.number().int().min(1).max(50).nullable().optional(),
  correction: z.enum(correctionReasons).optional(),
  hidden: z.boolean().optional(),
  odds: z
    .record(
      z.string().refine((key) => optionOfKey(key) !== null),
      z.number().min(1.01).max(10_000),
    )
    .optional(),
})

/** Controls of the feed: lists matches and scripts them. */
export function registerFeedControls(scope: FastifyInstance, deps: AppDeps): void {
  control(
    scope,
    ['GET', 'feed'],
    'All matches of a sport that are live or begin within the next day, and all that are scripted',
    z.looseObject({ sport: z.string().refine(isSport).default('football') }),
    async ({ input }) => {
      const sport = input.sport as Sport
      const now = deps.clock.now()
      const listed = (['live', 'upcoming'] as const).flatMap((when) => deps.feed.matches(sport, when, now))
      const ids = new Set(listed.map(({ id }) => id))
      const others = scriptableOf(deps.feedSource)
        .scriptedIds(sport)
        .filter((id) => !ids.has(id))
        .flatMap((id) => deps.feed.match(id, now) ?? [])
      return [...listed, ...others].map((match) => presentMatch(deps.feed, match, now, 'main'))
    },
  )

  control(
    scope,
    ['POST', 'feed'],
    'Script a match: goals, period, suspend, finish; without `matchId` a new one',
    directionSchema,
    async ({ input: { matchId, ...direction } }) => {
      const id = await storeDirection(deps, matchId, direction)
      const now = deps.clock.now()
      const match = deps.feed.match(id, now)
      if (!match) throw new Error(`the script of ${id} was not stored`)
      return presentMatch(deps.feed, match, now, 'all')
    },
  )

  control(
    scope,
    ['DELETE', 'feed/:matchId'],
    'Remove a scripted match, on which no bets are open; a match of the calendar goes on as it would have',
    noInput,
    async ({ params: { matchId = '' } }) => {
      await removeScript(deps, matchId)
      return { matchId }
    },
  )

  control(
    scope,
    ['POST', 'feedSilence'],
    'The source of the matches falls silent (`{silent: true}`), or speaks again; for everybody',
    z.strictObject({ silent: z.boolean() }),
    async ({ input: { silent } }) => setSilent(deps, silent, deps.clock.now()),
  )
}

/** Stores a change and waits until this process uses it; returns the match's id. */
async function storeDirection(
  deps: AppDeps,
  matchId: string | undefined,
  direction: Direction,
): Promise<string> {
  const source = scriptableOf(deps.feedSource)
  const now = deps.clock.now()
  const id = matchId ?? `script-${randomBytes(5).toString('hex')}`
  await deps.db.tx(async (tx) => {
    const [row] = await tx.query<{ script: Script }>(
      'select script from feed_scripts where match_id = $1 for update',
      [id],
    )
    const stored = matchId === undefined ? newScript(id, direction, now.getTime()) : row?.script
    const script = stored ?? source.frozen(id, now)
    if (!script) throw new Refusal('matchUnknown')
    refuseUnsupportedParts(script.fixture.sport, direction)
    await tx.query(
      `insert into feed_scripts (match_id, script, updated_at) values ($1, $2, $3)
       on conflict (match_id) do update set script = excluded.script, updated_at = excluded.updated_at`,
      [id, JSON.stringify(applyDirection(script, direction, now.getTime())), now],
    )
    await deps.bus.publish(tx, { type: 'broadcast', name: feedChanged, payload: null })
  })
  await deps.feedSource.recover()
  return id
}

/**
 * Removes a script and waits until this process has. Throws matchUnknown without a script, and fieldInvalid while there are
 * open bets that nothing could settle any more.
 */
async function removeScript(deps: AppDeps, matchId: string): Promise<void> {
  const source = scriptableOf(deps.feedSource)
  await deps.db.tx(async (tx) => {
    const removed = await tx.query('delete from feed_scripts where match_id = $1 returning 1 as removed', [
      matchId,
    ])
    if (removed.length === 0) throw new Refusal('matchUnknown')
    const open = await tx.query(
      'select 1 as open from ticket_legs where match_id = $1 and result = 1000 limit 1',
      [matchId],
    )
    if (open.length > 0 && !source.goesOn(matchId, deps.clock.now()))
      throw new Refusal('fieldInvalid', {
        params: { field: 'matchId' },
        data: { field: 'matchId', reason: 'open bets' },
      })
    await deps.bus.publish(tx, { type: 'broadcast', name: feedChanged, payload: null })
  })
  await deps.feedSource.recover()
}

/** Throws when a change gives a match another sport, or parts that its sport does not have. */
function refuseUnsupportedParts(sport: Sport, direction: Direction): void {
  const profile = profiles[sport]
  const isTimed = profile.kind === 'timed'
  const unsupported = [
    ['sport', direction.sport !== undefined && direction.sport !== sport],
    ['halfScore', direction.halfScore && !(isTimed && profile.hasHalves)],
    ['corners', direction.corners && !(isTimed && profile.corners)],
    // Only football has cards and corners.
    ['incident', direction.incident && sport !== 'football'],
    ['outcome', direction.outcome && !sportRules[sport].ends.includes(direction.outcome.reason)],
    ['setsToWin', direction.setsToWin !== undefined && setsToWinOf(profile).setsToWin === undefined],
    ['sets', direction.sets && !hasSetPoints(sport)],
    ['quarters', direction.quarters && !(isTimed && profile.plays.some(({ quarter }) => quarter))],
  ] as const
  const [field] = unsupported.find(([, isUnsupported]) => isUnsupported) ?? []
  if (field) throw new Refusal('fieldInvalid', { params: { field }, data: { field, reason: sport } })
}
