import type { z } from 'zod'
import { get, post } from './call.ts'
import type * as schema from './phone.schema.ts'

type Empty = Record<string, never>
type Data<Schema extends { data: z.ZodType }> = z.output<Schema['data']>

/** Calls between a venue's terminal and the player's phone ("Terminal and phone" in docs/product.md). */
export const phoneCalls = {
  /** A one-time link (/zgo) that opens a session of the same player on the phone. */
  newLink: post<{ body: Empty }, Data<typeof schema.newPhoneLink>>('/api/app/user/phoneLink'),
  /** What became of such a link. */
  link: get<{ params: { linkId: string } }, Data<typeof schema.phoneLink>>(
    '/api/app/user/phoneLink/{linkId}',
  ),
  /** Starts the login of a terminal by a phone. The kiosk's main process signs this call and the next (terminal.ts). */
  startLogin: post<{ body: Empty }, Data<typeof schema.startTerminalLogin>>('/api/auth/user/terminalLogin', {
    auth: 'none',
  }),
  /** Polls whether a phone has approved the terminal's login; if so, the response begins the session. */
  collectLogin: post<{ body: { secret: string } }, Data<typeof schema.collectTerminalLogin>>(
    '/api/auth/user/terminalLogin/collect',
    { auth: 'none' },
  ),
  /** Which terminal it is, shown on the phone before the player approves. */
  login: get<{ params: { code: string } }, Data<typeof schema.terminalLogin>>(
    '/api/app/user/terminalLogin/{code}',
  ),
  /** The phone's player logs the terminal in. */
  approveLogin: post<{ body: z.input<typeof schema.approveTerminalLogin.body> }, null>(
    '/api/app/user/terminalLogin',
  ),
}
