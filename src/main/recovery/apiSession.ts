import { app, session as sessions, type Session } from 'electron'
import { isNetwork, killService, networkService } from './processes.ts'
import { watchForHang, type HangWatch } from './watchForHang.ts'

/**
 * The session of calls to the server: in memory, so that no cookie and no response is ever written to disk. When the
 * network process dies, the sessions of main stay without a network; a new one is used from then on.
 */
export function createApiSession(): () => Session {
  let generation = 0
  let current = newSession(generation)
  app.on('child-process-gone', (_event, { serviceName }) => {
    if (serviceName === networkService) current = newSession(++generation)
  })
  return () => current
}

let watch: HangWatch | undefined

/** The watch over the network, in a kiosk. */
export function networkWatch(): HangWatch | undefined {
  return watch
}

/** In a kiosk: kills a network process that is stuck. Any question to it will do. */
export function watchNetwork(): void {
  watch = watchForHang(
    isNetwork,
    () => sessions.defaultSession.cookies.get({ name: 'none' }),
    () => killService(networkService, 'the network is stuck'),
  )
  // A question to a process that was killed is never answered, and the next process must not be killed for it.
  app.on('child-process-gone', (_event, { serviceName }) => {
    if (serviceName === networkService) watch?.reset()
  })
}

function newSession(generation: number): Session {
  return sessions.fromPartition(`api:${generation}`, { cache: false })
}
