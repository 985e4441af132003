import type { AppDeps } from '../../deps.ts'
import { PlayerReads } from '../../db/PlayerReads.ts'
import { CpuPool } from '../../flow/CpuPool.ts'
import { FailedRowsOfJobs } from '../../flow/FailedRows.ts'
import { LatestRuns } from '../../flow/latestRuns.ts'
import { ReadyPool } from '../../flow/ReadyPool.ts'
import { Recent } from '../../flow/Recent.ts'
import { RecentAt } from '../../flow/RecentAt.ts'
import { Presence } from '../../messaging/Presence.ts'
import { DueTimes } from '../../time/DueTimes.ts'
import { drawCaptcha } from '../captcha/image.ts'
import { readSettings } from './settings.ts'

/** From source, as in tests, there is no built file, and a thread with a TypeScript loader takes a second to start. */
const cpuTasksFile = import.meta.url.endsWith('.ts') ? undefined : new URL('cpuTasks.js', import.meta.url)
const announceEveryMs = 200
/** How long a process may act on the settings as they were. */
const settingsAgeMs = 1_000
/** Every page of staff, and every scrape, counts them again and again. */
const overdueAgeMs = 60_000

/** What each process has for itself. */
export function createProcessState(
  deps: Pick<AppDeps, 'bus' | 'db' | 'log'>,
): Pick<
  AppDeps,
  | 'playerReads'
  | 'cpu'
  | 'slowCpu'
  | 'captchaImages'
  | 'settings'
  | 'presence'
  | 'announcements'
  | 'acceptanceTimes'
  | 'failedRows'
  | 'overdueIds'
> {
  const cpu = new CpuPool(cpuTasksFile)
  return {
    playerReads: new PlayerReads(deps.db),
    cpu,
    slowCpu: new CpuPool(cpuTasksFile),
    captchaImages: new ReadyPool(() => cpu.run({ name: 'drawCaptcha', run: drawCaptcha }, undefined)),
    settings: new Recent(() => readSettings(deps.db), settingsAgeMs),
    presence: new Presence(deps),
    announcements: new LatestRuns(announceEveryMs, (error) =>
      deps.log.error(error, 'an announcement failed'),
    ),
    acceptanceTimes: new DueTimes(),
    failedRows: new FailedRowsOfJobs(),
    overdueIds: new RecentAt(overdueAgeMs),
  }
}
