/** The thread that `passwordThread.ts` starts: hashes and verifies one password after another. */
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { argon2Options, type PasswordJob } from './passwordJob.ts'

/** As for a background job: about a tenth of the CPU time of a busy machine, all of it on an idle one. */
const lowPriority = 10

if (!parentPort) throw new Error('passwordWorker.ts runs as a worker thread')
const port = parentPort
// On Linux, process 0 means the calling thread. Elsewhere it would be the whole server.
if (process.platform === 'linux') setPriority(0, lowPriority)
port.on('message', ({ password, stored }: PasswordJob) => {
  port.postMessage(stored === undefined ? hashSync(password, argon2Options) : verifySync(stored, password))
})
