import type { LanguageCode } from '../languages.ts'
import type { ContentKind } from '../rules/content.ts'
import type { ContentState } from '../rules/content.schema.ts'
import { officeCall, officeListCall } from './officeCall.ts'

export type { ContentState }

/** Whether a row is shown now, begins later, is over, or was switched off. */
export type ContentPhase = 'shown' | 'later' | 'over' | 'off'

export interface ContentRow {
  /** `<kind>:<id>` */
  id: string
  kind: ContentKind
  /** Its own title in Portuguese; null: it has no texts, and is called by its fields. */
  title: string | null
  fields: ContentState['fields']
  phase: ContentPhase
  startsAt: string | null
  endsAt: string | null
  sort: number
  /** Languages in which the operator has written it; empty: the product's own texts. */
  languages: LanguageCode[]
  version: number
  /** ISO 8601; null: never changed here. */
  updatedAt: string | null
}

export interface ContentVersionRow {
  version: number
  /** null: it did not exist. */
  state: ContentState | null
  madeByName: string | null
  createdAt: string
}

export interface ContentRecord extends ContentRow {
  state: ContentState
  /** Newest first. */
  versions: ContentVersionRow[]
}

export interface ContentFilter {
  kind?: ContentKind
  phase?: ContentPhase
}

const change = { permission: 'content.change', kind: 'action' } as const

export const contentCalls = {
  list: officeListCall<ContentRow, ContentFilter>()({
    name: 'content.list',
    path: '/api/content',
    permission: 'content.read',
    sorts: ['sort', 'kind', 'startsAt', 'updatedAt'],
    order: 'asc',
  }),
  get: officeCall<{ params: { id: string } }, ContentRecord>({
    name: 'content.get',
    path: '/api/content/{id}',
    permission: 'content.read',
    kind: 'read',
  }),
  /** `slug` is a part of the id, and for a promotion of its address. */
  create: officeCall<{ body: { kind: ContentKind; slug: string; state: ContentState } }, ContentRecord>({
    name: 'content.create',
    path: '/api/content/create',
    ...change,
  }),
  /** `basedOn`: the version that was changed. Refused with `conflict` when there is a newer one. */
  save: officeCall<{ params: { id: string }; body: { state: ContentState; basedOn: number } }, ContentRecord>(
    {
      name: 'content.save',
      path: '/api/content/{id}/save',
      ...change,
    },
  ),
  /** Makes an earlier state the current one. */
  restore: officeCall<{ params: { id: string }; body: { version: number; basedOn: number } }, ContentRecord>({
    name: 'content.restore',
    path: '/api/content/{id}/restore',
    ...change,
  }),
}
