import { officeCall, officeListCall } from './officeCall.ts'

/** What has a name of the provider of matches. */
export const feedNameKinds = ['league', 'team', 'player', 'country'] as const
export type FeedNameKind = (typeof feedNameKinds)[number]

/** A name that players read. */
export interface FeedNameRow {
  /** Kind and the provider's id: `team:f12`. */
  id: string
  kind: FeedNameKind
  /** Empty for a country. */
  sport: string
  /** As players read it. */
  name: string
  /** As the provider writes it. */
  sourceName: string
  /** Of a league; empty for others, and where the provider does not tell. */
  country: string
  /** Of the person who gave the name; null: nobody has. */
  changedBy: string | null
  changedAt: string
}

export interface FeedNameFilter {
  /** A part of the name or of the provider's. */
  q?: string
  kind?: FeedNameKind
  /** Whether somebody has given the name. */
  isOurs?: 'true' | 'false'
}

export const feedNameCalls = {
  list: officeListCall<FeedNameRow, FeedNameFilter>()({
    name: 'feedNames.list',
    path: '/api/feed-names',
    permission: 'sports.read',
    sorts: ['name', 'changedAt'],
    order: 'asc',
  }),
  /** Players read it within a second. A league keeps its rules of the trading desk. */
  change: officeCall<{ params: { id: string }; body: { name: string; reason: string } }, FeedNameRow>({
    name: 'feedNames.change',
    path: '/api/feed-names/{id}/change',
    permission: 'sports.changeNames',
    kind: 'action',
  }),
}
