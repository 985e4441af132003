import type { z } from 'zod'
import { post } from './call.ts'
import type * as schema from './sports.schema.ts'

/** What only the board asks for: apart from the other calls of sports, which the first view has. */
export const boardCalls = {
  /** Of a list of `sportsCalls.matches` those with one of these ids, or of one of these leagues, on whichever page they are. */
  marked: post<{ body: z.input<typeof schema.marked.body> }, z.output<typeof schema.marked.data>>(
    '/api/app/sports/marked',
    { auth: 'optional' },
  ),
}
