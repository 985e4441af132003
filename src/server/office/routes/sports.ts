import {
  matchCalls,
  sportsLimitCalls,
  sportsRuleCalls,
  type MatchDetail,
  matchStages,
  type MatchStage,
  type PlayerSportsLimits,
  type SportsRule,
  type SportsScope,
  type SportsTerms,
  type Verdict,
} from '#contract/office/sports.ts'
import * as schema from '#contract/office/sports.schema.ts'
import { cents, type Cents } from '#contract/money.ts'
import { sports, type Sport } from '#contract/rules/sports.ts'
import type { Tx } from '../../db/client.ts'
import type { DeskRule, DeskTerms } from '../../feed/desk/Desk.ts'
import type { FeedMatch } from '../../feed/Feed.ts'
import { readPlayerLimits, type PlayerLimits } from '../../sports/deskLimits.ts'
import { decideMatch, previewDecision } from '../../sports/trading/decisions.ts'
import { exposureOfMatches, matchesWithBets } from '../../sports/trading/exposureRows.ts'
import { countedOverdueMatches, overdueMatches } from '../../sports/trading/overdue.ts'
import { changeRule, setPlayerLimits } from '../../sports/trading/rules.ts'
import { officeAction } from '../endpoints/officeAction.ts'
import { memoryList } from '../endpoints/memoryList.ts'
import { officeRead } from '../endpoints/officeRead.ts'
import type { Office } from '../endpoints/office.ts'
import type { QueueCounter } from './queue.ts'
import { parse } from '../endpoints/parse.ts'
import { refuseChanged } from '../endpoints/refuseChanged.ts'
import { presentMatchDetail, presentMatchRow, presentPreview, presentRule } from '../presenters/sports.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'

/** Matches with open bets that wait for a result which nobody has told. */
export const openOverdueMatches: QueueCounter = async ({ deps }) => {
  const matches = await countedOverdueMatches(deps)
  const oldest = Math.min(...matches.map(({ startsAt }) => startsAt.getTime()))
  return { count: Math.min(matches.length, 1_000), oldestAt: matches.length === 0 ? null : new Date(oldest) }
}

/** Most finished matches of a list: whoever looks for another one asks for its id. */
const mostFinished = 400

export function registerSports(office: Office): void {
  const { deps } = office

  const matchOf = (id: string): FeedMatch => {
    const match = deps.feed.match(id, deps.clock.now())
    if (!match) throw new OfficeRefusal('notFound')
    return match
  }
  const detailOf = async (id: string): Promise<MatchDetail> => {
    const match = matchOf(id)
    const [decider] = await deps.db.read<{ name: string }>('select name from office.staff where id = $1', [
      deps.desk.decision(id)?.decidedBy ?? '',
    ])
    return presentMatchDetail(deps, match, await exposureOfMatches(deps.db, [id], 'selection'), decider?.name)
  }

  memoryList(office, matchCalls.list, {
    filter: schema.matches,
    async rows({ stage, sport, q }) {
      // Who looks for a match by name need not know whether it has begun.
      const stages = stage ? [stage] : q === undefined ? (['live'] as const) : matchStages
      const found = await Promise.all(stages.map((each) => matchesAt(office, each, sport)))
      const byId = new Map(found.flat().map((match) => [match.id, match]))
      const matches = [...byId.values()].filter(isFound(q))
      const sums = await exposureOfMatches(
        deps.db,
        matches.map(({ id }) => id),
        'match',
      )
      const byMatch = new Map(sums.map((sum) => [sum.matchId, sum]))
      return matches.map((match) => presentMatchRow(deps, match, byMatch.get(match.id)))
    },
    sorts: {
      startsAt: ({ startsAt }) => Date.parse(startsAt),
      exposure: ({ exposureCents }) => exposureCents,
      stake: ({ stakeCents }) => stakeCents,
    },
  })

  officeRead(office, matchCalls.get, { params: schema.byId }, ({ params }) => detailOf(params.id))

  officeRead(
    office,
    matchCalls.preview,
    { params: schema.byId, query: schema.preview },
    async ({ params, query, caller }) => {
      matchOf(params.id)
      const verdict = parse(schema.verdict, jsonOf(query.verdict), caller.language)
      return presentPreview(await previewDecision(deps, deps.db, { matchId: params.id, verdict }))
    },
  )

  /** An action that decides a match; what was settled already needs a second person. */
  const decide = (verdictOf: { matchId: string; verdict: Verdict }) => ({
    async secondPerson({ tx, isConfirmed }: { tx: Tx; isConfirmed: boolean }) {
      matchOf(verdictOf.matchId)
      if (isConfirmed) return undefined
      const { corrected, paid, takenBack, shortfall } = await previewDecision(deps, tx, verdictOf)
      if (corrected === 0) return undefined
      return {
        subject: { kind: 'match', id: verdictOf.matchId },
        amountCents: paid + takenBack + shortfall,
      }
    },
    async run({ tx, staff }: { tx: Tx; staff: { id: string } }) {
      const preview = await previewDecision(deps, tx, verdictOf)
      const { before, after } = await decideMatch(deps, tx, { ...verdictOf, staffId: staff.id })
      const { tickets: _, ...sums } = presentPreview(preview)
      return {
        // As it was before: the new one is known to the processes after the commit.
        answer: await detailOf(verdictOf.matchId),
        subject: { kind: 'match', id: verdictOf.matchId },
        before,
        after: { ...after, ...sums },
      }
    },
  })
  officeAction(
    office,
    matchCalls.settle,
    { params: schema.byId, body: schema.settle },
    {
      secondPerson: (input) =>
        decide({ matchId: input.params.id, verdict: input.body.verdict }).secondPerson(input),
      run: (input) => decide({ matchId: input.params.id, verdict: input.body.verdict }).run(input),
    },
  )
  officeAction(
    office,
    matchCalls.void,
    { params: schema.byId, body: schema.voids },
    {
      secondPerson: (input) =>
        decide({ matchId: input.params.id, verdict: input.body.verdict }).secondPerson(input),
      run: (input) => decide({ matchId: input.params.id, verdict: input.body.verdict }).run(input),
    },
  )

  memoryList(office, sportsRuleCalls.list, {
    filter: schema.rules,
    rows: async ({ sport }) =>
      deps.desk.rules
        .map((rule) => presentRule(deps, rule))
        .filter((rule) => sport === undefined || rule.sport === sport),
    sorts: { changedAt: ({ changedAt }) => Date.parse(changedAt) },
  })

  /** Changes a rule, for an action. */
  const change = async (
    { tx, staff }: { tx: Tx; staff: { id: string } },
    scope: SportsScope,
    terms: Partial<DeskTerms>,
  ) => {
    if (scope.matchId !== '') matchOf(scope.matchId)
    const { before, after } = await changeRule(deps, tx, { scope, change: terms, staffId: staff.id })
    const rule: DeskRule = {
      ...scope,
      ...after,
      changes: 0,
      changedBy: staff.id,
      changedAt: deps.clock.now(),
    }
    const answer: SportsRule = presentRule(deps, rule)
    return { answer, subject: subjectOf(scope), before, after }
  }
  officeAction(
    office,
    sportsRuleCalls.stop,
    { body: schema.scoped },
    { run: (input) => change(input, input.body.scope, { isStopped: true }) },
  )
  officeAction(
    office,
    sportsRuleCalls.open,
    { body: schema.scoped },
    { run: (input) => change(input, input.body.scope, { isStopped: false }) },
  )
  officeAction(
    office,
    sportsRuleCalls.changeTerms,
    { body: schema.terms },
    {
      async run(input) {
        const { scope, terms, seen } = input.body
        const changed = await change(input, scope, toDeskTerms(terms))
        refuseChanged(toDeskTerms(seen ?? {}), changed.before)
        return changed
      },
    },
  )

  officeRead(office, sportsLimitCalls.get, { params: schema.byId }, async ({ params }) => {
    await requirePlayer(deps.db, params.id)
    return presentLimits(params.id, await readPlayerLimits(deps.db, params.id))
  })
  officeAction(
    office,
    sportsLimitCalls.change,
    { params: schema.byId, body: schema.playerLimits },
    {
      async run({ tx, params, body, staff }) {
        await requirePlayer(tx, params.id)
        const limits = { maxStake: centsOrNull(body.maxStakeCents), maxWin: centsOrNull(body.maxWinCents) }
        const before = await setPlayerLimits(deps, tx, { userId: params.id, limits, staffId: staff.id })
        refuseChanged(body.seen, presentLimits(params.id, before))
        return {
          answer: presentLimits(params.id, limits),
          subject: { kind: 'player', id: params.id },
          before: presentLimits(params.id, before),
          after: presentLimits(params.id, limits),
        }
      },
    },
  )
}

async function matchesAt(
  { deps }: Office,
  stage: MatchStage,
  sport: Sport | undefined,
): Promise<FeedMatch[]> {
  const now = deps.clock.now()
  const wanted = sport === undefined ? sports : [sport]
  if (stage === 'overdue') return (await overdueMatches(deps)).filter((match) => wanted.includes(match.sport))
  if (stage !== 'finished') return wanted.flatMap((each) => deps.feed.matches(each, stage, now))
  const ids = await matchesWithBets(deps.db, now, mostFinished)
  return ids
    .flatMap((id) => deps.feed.match(id, now) ?? [])
    .filter((match) => !match.isLive && wanted.includes(match.sport))
}

/** By a part of a team's or league's name, or by the whole id. */
function isFound(q: string | undefined): (match: FeedMatch) => boolean {
  if (q === undefined) return () => true
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const wanted = plain(q)
  return ({ id, league, home, away }) =>
    id === q || [league, home, away].some((name) => plain(name).includes(wanted))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new OfficeRefusal('invalid', { field: 'verdict', cause: error })
  }
}

function subjectOf({ sport, league, matchId, market }: SportsScope): { kind: string; id: string } {
  const kind = market !== '' ? 'market' : matchId !== '' ? 'match' : league !== '' ? 'league' : 'sport'
  const id = [matchId, sport, league, market].filter((part) => part !== '').join('/')
  return { kind, id: id || 'all' }
}

function centsOrNull(amount: number | null): Cents | null {
  return amount === null ? null : cents(amount)
}

/** The terms that are given, in the words of the domain. */
function toDeskTerms(terms: Partial<SportsTerms>): Partial<DeskTerms> {
  const { priceFactor, margin, maxStakeCents, maxWinCents, maxExposureCents } = terms
  return {
    ...(priceFactor === undefined ? {} : { priceFactor }),
    ...(margin === undefined ? {} : { margin }),
    ...(maxStakeCents === undefined ? {} : { maxStake: centsOrNull(maxStakeCents) }),
    ...(maxWinCents === undefined ? {} : { maxWin: centsOrNull(maxWinCents) }),
    ...(maxExposureCents === undefined ? {} : { maxExposure: centsOrNull(maxExposureCents) }),
  }
}

function presentLimits(id: string, { maxStake, maxWin }: PlayerLimits): PlayerSportsLimits {
  return { id, maxStakeCents: maxStake, maxWinCents: maxWin }
}

async function requirePlayer(on: Pick<Tx, 'read'>, id: string): Promise<void> {
  const rows = await on.read('select 1 from users where id = $1', [id])
  if (rows.length === 0) throw new OfficeRefusal('notFound')
}
