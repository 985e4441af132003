/** The thread that `LowPriorityThread.ts` starts: runs one heavy job after another. */
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { runHeavyJob, type HeavyJob } from './heavyJob.ts'

/** As for a background job: about a tenth of the CPU time of a busy machine, all of it on an idle one. */
const lowPriority = 10

if (!parentPort) throw new Error('heavyWorker.ts runs as a worker thread')
const port = parentPort
// On Linux, process 0 means the calling thread. Elsewhere it would be the whole server.
if (process.platform === 'linux') setPriority(0, lowPriority)
port.on('message', (job: HeavyJob) => port.postMessage(runHeavyJob(job)))
