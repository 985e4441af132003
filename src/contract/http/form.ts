import type { z } from 'zod'
import { get } from './call.ts'
import type * as schema from './sports.schema.ts'

/** What both sides of a match have played before it. */
export type MatchForm = z.output<typeof schema.form.data>
export type PastMatch = MatchForm['home'][number]

/** What only the page of a match asks for: apart from the other calls of sports, which the first view has. */
export const formCalls = {
  form: get<{ params: { matchId: string } }, MatchForm>('/api/app/sports/form/{matchId}', {
    auth: 'optional',
  }),
}
