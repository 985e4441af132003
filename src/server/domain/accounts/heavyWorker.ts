/** The thread that `LowPriorityThread.ts` starts: runs one heavy job after another. */
import { execFileSync } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { runHeavyJob, type HeavyJob } from './heavyJob.ts'

export interface HeavyWorkerData {
  /** Runs only while no other thread of the machine wants the CPU, where Linux can be told so. */
  isIdle: boolean
}

/** As for a background job: about a tenth of the CPU time of a busy machine, all of it on an idle one. */
const lowPriority = 10

if (!parentPort) throw new Error('heavyWorker.ts runs as a worker thread')
const port = parentPort
// On Linux, process 0 means the calling thread. Elsewhere it would be the whole server.
if (process.platform === 'linux') {
  setPriority(0, lowPriority)
  if ((workerData as HeavyWorkerData).isIdle) becomeIdle()
}
port.on('message', (job: HeavyJob) => port.postMessage(runHeavyJob(job)))

/** Even a thread of low priority keeps the CPU for some milliseconds from one that wakes up; an idle one does not. */
function becomeIdle(): void {
  try {
    // Of the kind "process/task/thread".
    const thread = basename(readlinkSync('/proc/thread-self'))
    execFileSync('chrt', ['--idle', '--pid', '0', thread], { stdio: 'ignore' })
  } catch {
    // A machine without chrt, or one that forbids it: the low priority has to do.
  }
}
