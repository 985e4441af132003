import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { boardCalls } from '#contract/http/board.ts'
import { formCalls, type MatchForm } from '#contract/http/form.ts'
import { sportsCalls } from '#contract/http/sports.ts'
import * as schema from '#contract/http/sports.schema.ts'
import { canCombine } from '#contract/rules/combination.ts'
import { optionOfKey } from '#contract/rules/sports.ts'
import { GameTime, MatchPeriod } from '#contract/statusCodes.ts'
import type { AppDeps } from '../deps.ts'
import { Refusal } from '../texts/refusal.ts'
import type { FeedMatch } from '../feed/Feed.ts'
import { countedMatches } from '../feed/countedMatches.ts'
import {
  presentForm,
  presentMarked,
  presentMatch,
  presentMatches,
  presentOverview,
} from '../presenters/match.ts'
import { readFavourites, saveFavourites } from '../sports/favourites.ts'
import { popularMatches } from '../sports/popularMatches.ts'
import { rulesVersion, storedRules } from '../sports/rulesVersions.ts'
import { priceLegs } from '../sports/slip.ts'
import type { Caller } from '../http/caller.ts'
import { endpoint, type Player } from '../http/endpoints/endpoint.ts'
import { sharedEndpoint } from '../http/endpoints/sharedEndpoint.ts'

const tag = 'sports'
/** As many forms of matches are in memory, of this minute and the last ones. */
const maxForms = 500

/** Calls for matches and prices. Bets on them are in tickets.ts. */
export function registerSports(app: FastifyInstance, deps: AppDeps): void {
  const { feed, clock } = deps
  const counts = countedMatches(feed)
  const popularAmong = popularMatches(deps)
  /** What few others share, so that it is rendered for one caller. */
  const isRare = ({ cursor, search }: { cursor?: string | undefined; search?: string | undefined }) =>
    cursor !== undefined || search !== undefined
  const countRareList = (player: Player | undefined, { ip }: Caller) =>
    deps.traffic.buckets.take('rareLists', player?.userId ?? ip)
  const drawOverview = () => {
    const now = clock.now()
    return { data: presentOverview(feed, counts(now), now) }
  }
  sharedEndpoint(
    app,
    deps,
    sportsCalls.overview,
    schema.overview,
    { source: { render: drawOverview } },
    { tag, summary: 'The sports with the number of their matches, and the limits of a bet slip' },
  )
  sharedEndpoint(
    app,
    deps,
    sportsCalls.matches,
    schema.matches,
    {
      keyOf: ({ query: { sport, when, cursor, search } }) => JSON.stringify([sport, when, cursor, search]),
      isRare: ({ query }) => isRare(query),
      source: {
        render: ({ query, player, caller }) => {
          if (isRare(query)) countRareList(player, caller)
          return { data: presentMatches(feed, popularAmong, query, clock.now()) }
        },
      },
    },
    { tag, summary: 'Matches of a sport by kick-off, in pages of 60, with their main markets' },
  )
  endpoint(
    app,
    deps,
    boardCalls.marked,
    schema.marked,
    async ({ body, player, caller }) => {
      countRareList(player, caller)
      return { data: presentMarked(feed, body, clock.now()) }
    },
    {
      tag,
      summary: 'Matches of a sport by id or league, on whichever page of the list they are',
      kind: 'read',
    },
  )
  const renderMatch = <Data>(matchId: string, present: (match: FeedMatch, now: Date) => Data) => {
    const now = clock.now()
    const match = feed.match(matchId, now)
    if (!match) throw new Refusal('matchUnknown')
    return { data: present(match, now) }
  }
  // It is looked for among all finished matches, and changes a few times a day.
  const forms = new LRUCache<string, MatchForm>({ max: maxForms })
  const formOf = (match: FeedMatch, now: Date) => {
    const key = `${match.id} ${Math.floor(now.getTime() / 60_000)}`
    const form = forms.get(key) ?? presentForm(feed, match, now)
    forms.set(key, form)
    return form
  }
  sharedEndpoint(
    app,
    deps,
    sportsCalls.match,
    schema.match,
    {
      keyOf: ({ params }) => params.matchId,
      source: {
        render: ({ params }) =>
          renderMatch(params.matchId, (match, now) => presentMatch(feed, match, now, 'all')),
      },
    },
    { tag, summary: 'A match with all its markets' },
  )
  sharedEndpoint(
    app,
    deps,
    formCalls.form,
    schema.form,
    {
      keyOf: ({ params }) => params.matchId,
      source: {
        render: ({ params }) => renderMatch(params.matchId, formOf),
      },
    },
    { tag, summary: 'What both sides of a match have played before it' },
  )
  endpoint(
    app,
    deps,
    sportsCalls.rules,
    schema.rules,
    async ({ params: { version } }) => {
      const stored = await storedRules(deps.db, version)
      if (!stored) throw new Refusal('notFound')
      const { sport, first_at: since } = stored
      const { ends, settledAgain, ...rules } = stored.rules
      const current = rulesVersion(sport, feed.houseRules).version === version
      return {
        data: {
          ...rules,
          ends: [...ends],
          settledAgain: [...settledAgain],
          sport,
          since: since.toISOString(),
          current,
        },
      }
    },
    { tag, summary: 'The rules that a bet is settled by: those of a sport when it was placed' },
  )
  endpoint(
    app,
    deps,
    sportsCalls.board,
    schema.board,
    async ({ player }) => ({ data: await readFavourites(deps, player.userId) }),
    { tag, summary: 'What the player has marked on the board' },
  )
  endpoint(
    app,
    deps,
    sportsCalls.saveBoard,
    schema.saveBoard,
    async ({ player, body }) => {
      await saveFavourites(deps, player.userId, body)
      return { data: null }
    },
    { tag, summary: 'Replaces what the player has marked on the board' },
  )
  endpoint(
    app,
    deps,
    sportsCalls.quote,
    schema.quote,
    async ({ body }) => ({ data: body.legs.map((leg) => quote(deps, leg)) }),
    { tag, summary: 'What options cost now' },
  )
  endpoint(
    app,
    deps,
    sportsCalls.combination,
    schema.combination,
    async ({ body: { matchId, keys }, player, caller }) => {
      deps.traffic.buckets.take('combinations', player?.userId ?? caller.ip)
      if (!feed.match(matchId, clock.now())) throw new Refusal('matchUnknown')
      const legs = keys.map((key) => ({ matchId, key, odds: 1 }))
      const options = legs.map(({ key }) => optionOfKey(key))
      const known = options.filter((option) => option !== null)
      if (known.length < legs.length || !canCombine(known)) return { data: { odds: null } }
      return { data: { odds: priceLegs(feed, legs, known, clock.now())[0]?.now ?? null } }
    },
    { tag, summary: 'What several options of one match cost as one bet' },
  )
}

/** The current price of an option; `odds` is null when it is not open for betting. A match that the feed no longer has is over. */
function quote({ feed, clock }: AppDeps, { matchId, key }: { matchId: string; key: string }) {
  const now = clock.now()
  const match = feed.match(matchId, now)
  if (!match) {
    const period = MatchPeriod.finished
    return { matchId, key, odds: null, live: false, homeScore: 0, awayScore: 0, period }
  }
  const market = feed
    .markets(match, now)
    .find(({ options, isSuspended }) => !isSuspended && options.some((option) => option.key === key))
  const option = market?.options.find((each) => each.key === key && !each.isClosed)
  const { home, away } = match.state.parts[GameTime.fullMatch] ?? { home: 0, away: 0 }
  return {
    matchId,
    key,
    odds: option?.odds ?? null,
    ...(option?.boostedFrom === undefined ? {} : { boostedFrom: option.boostedFrom }),
    live: match.isLive,
    homeScore: home,
    awayScore: away,
    period: match.state.period,
  }
}
