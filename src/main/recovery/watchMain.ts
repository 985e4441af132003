import { app } from 'electron'
import { redrawAfterGpuLoss } from './redraw.ts'
import { relaunch } from './relaunch.ts'

/**
 * Before `ready`: what nothing catches is logged, without Electron's box on the screen. A kiosk is then started again,
 * because the state of this process is unknown; elsewhere the player has the window and decides.
 */
export function watchMain(isKiosk: () => boolean): void {
  const onError = (what: string) => (error: unknown) => {
    console.error(`palpite: ${what}:`, error)
    if (isKiosk()) relaunch(what)
  }
  process.on('uncaughtException', onError('uncaught exception'))
  process.on('unhandledRejection', onError('unhandled rejection'))
  // As the default would do: six crashes in a row end the application.
  app.commandLine.appendSwitch('disable-gpu-process-crash-limit')
  redrawAfterGpuLoss()
  app.on('child-process-gone', (_event, { type, reason, exitCode, name, serviceName }) => {
    if (reason !== 'clean-exit') {
      console.error(`palpite: process gone: ${name ?? serviceName ?? type}, ${reason}, exit code ${exitCode}`)
    }
  })
}
