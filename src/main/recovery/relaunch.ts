import { app } from 'electron'

/** An application that ends sooner than this is started again only after it, so that a loop costs little. */
const shortestLifeMs = 4_000
let isRelaunching = false

/** Ends the application and starts it again. */
export function relaunch(why: string): void {
  if (isRelaunching) return
  isRelaunching = true
  console.error(`palpite: the application is started again: ${why}`)
  setTimeout(
    () => {
      startAgain(1)
    },
    Math.max(0, shortestLifeMs - process.uptime() * 1_000),
  )
}

/** Ends the application at once and starts it again: in the package by its unit, since the compositor ends with it. */
export function startAgain(code: number): void {
  if (process.env.PALPITE_REQUESTS === undefined) app.relaunch()
  app.exit(code)
}
