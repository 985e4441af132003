import { z } from 'zod'

/** Seconds from now, because the clock of a terminal may be wrong. */
const secondsLeft = z.number().int().min(0)
const code = z.string().min(1).max(64)

export const newPhoneLink = {
  data: z.object({ linkId: z.string(), url: z.string(), secondsLeft }),
}
export const phoneLink = {
  params: z.object({ linkId: z.string().min(1).max(64) }),
  /** `sessionId`: of the phone's session, once the link was used. */
  data: z.object({ state: z.enum(['open', 'used', 'expired']), sessionId: z.string().nullable() }),
}

/** The player compares it on the phone and the terminal to see that both show the same login. */
const number = z.string()

export const startTerminalLogin = {
  data: z.object({ url: z.string(), secret: z.string(), number, secondsLeft }),
}
export const collectTerminalLogin = {
  data: z.object({ state: z.enum(['waiting', 'approved']), access_token: z.string().optional() }),
}
export const terminalLogin = {
  params: z.object({ code }),
  data: z.object({ terminal: z.string(), number, secondsLeft }),
}
export const approveTerminalLogin = {
  body: z.strictObject({ code }),
  data: z.null(),
}
