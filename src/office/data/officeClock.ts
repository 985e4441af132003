import { ServerClock } from '#contract/ServerClock.ts'

/** The server's time, by which "3 min ago" is right on a computer whose clock is not. */
export const officeClock = new ServerClock()
