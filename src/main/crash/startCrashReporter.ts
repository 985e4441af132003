import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app, crashReporter } from 'electron'

/**
 * Before `ready`, so that every process is watched: an enrolled terminal writes a minidump when one of its processes crashes
 * (`sendCrashes.ts` sends it). Anywhere else nothing is written, because nobody would get it.
 */
export function startCrashReporter(): void {
  if (!existsSync(join(app.getPath('userData'), 'terminal.json'))) return
  crashReporter.start({ uploadToServer: false })
}
