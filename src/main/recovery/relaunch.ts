import { app } from 'electron'

/** An application that ends sooner than this is started again only after it, so that a loop costs little. */
const shortestLifeMs = 4_000
const longestWorkMs = 2_000
let isRelaunching = false
let lastWork = () => Promise.resolve()

/** What every end that is not a crash waits for, a moment at most. */
export function beforeEnd(work: () => Promise<void>): void {
  lastWork = work
}

/** Never rejects. */
export async function finishWork(): Promise<void> {
  await Promise.allSettled([Promise.race([Promise.resolve().then(lastWork), wait(longestWorkMs)])])
}

/** Ends the application and starts it again. */
export function relaunch(why: string): void {
  if (isRelaunching) return
  isRelaunching = true
  console.error(`palpite: the application is started again: ${why}`)
  const pause = wait(Math.max(0, shortestLifeMs - process.uptime() * 1_000))
  void Promise.all([pause, finishWork()]).then(() => startAgain(1))
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Ends the application at once and starts it again: in the package by its unit, since the compositor ends with it. */
export function startAgain(code: number): void {
  if (process.env.PALPITE_REQUESTS === undefined) app.relaunch()
  app.exit(code)
}
