import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import { cooldownOfProcess } from './cooldown.ts'

/** An idle thread ends after this time, because it keeps Argon2's memory. */
const idleTimeoutMs = 30_000
/** As for a background job: about a tenth of the CPU time of a busy machine, all of it on an idle one. */
const niceIncrement = 10
/** A function that takes much CPU time, and its name among the exports of the threads' file. */
export interface CpuTask<Input, Output> {
  name: string
  run: (input: Input) => Output
}

/**
 * Runs tasks one at a time on a thread of low priority, with a cooldown after each, so that a flood of logins or captchas
 * leaves the CPUs to players. The thread starts with its first task. Whoever has many tasks waits for one before it adds
 * the next, so that nobody else waits for more than one of them.
 */
export class CpuPool {
  readonly #inTurn = pLimit(1)
  readonly #threads: Piscina | undefined
  readonly #cooldownMs: () => number

  /** `file` exports the tasks; without it they run on the calling thread. */
  constructor(file: URL | undefined, cooldownMs = file ? cooldownOfProcess() : () => 0) {
    this.#cooldownMs = cooldownMs
    this.#threads =
      file &&
      new Piscina({
        filename: file.href,
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: idleTimeoutMs,
        // Elsewhere it would be the priority of the whole process.
        niceIncrement: process.platform === 'linux' ? niceIncrement : 0,
      })
  }

  /** Throws what the task throws. */
  run<Input, Output>(task: CpuTask<Input, Output>, input: Input): Promise<Output> {
    return new Promise((resolve, reject) => {
      void this.#inTurn(async () => {
        await this.#runNow(task, input).then(resolve, reject)
        await delay(this.#cooldownMs(), undefined, { ref: false })
      })
    })
  }

  /** Ends the thread; a task that it runs fails. */
  async close(): Promise<void> {
    await this.#threads?.destroy()
  }

  async #runNow<Input, Output>({ name, run }: CpuTask<Input, Output>, input: Input): Promise<Output> {
    return this.#threads ? ((await this.#threads.run(input, { name })) as Output) : run(input)
  }
}
