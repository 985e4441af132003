import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import type { Rotation } from '#contract/staff.ts'
import { reasonOf } from '../reasonOf.ts'

const run = promisify(execFile)
const program = 'wlr-randr'
const timeoutMs = 5_000

type Run = (args: string[]) => Promise<string>

/**
 * The monitors of the compositor that the Debian package starts, which sleep when their output is off. Cage can do that from 0.2
 * on: Debian 13 has it, Debian 12 has not.
 */
export class Outputs {
  readonly #run: Run
  readonly #oneByOne = pLimit(1)
  #isOn = true
  /** Whether one was turned off since all were turned on. */
  #hasOutputOff = false
  /** What went wrong last. */
  #problem = ''

  constructor(runProgram: Run = async (args) => (await run(program, args, { timeout: timeoutMs })).stdout) {
    this.#run = runProgram
  }

  /**
   * Never rejects: where it cannot be done the screen stays as it is, and the log says why. One that stays dark is turned on
   * again with the next call.
   */
  setOn(isOn: boolean, rotation: Rotation): void {
    if (isOn === this.#isOn) return
    this.#isOn = isOn
    void this.#oneByOne(() => this.#set(isOn, rotation))
  }

  async #set(isOn: boolean, rotation: Rotation): Promise<void> {
    try {
      // The lines that are not indented begin with an output's name.
      const names = (await this.#run([])).match(/^\S+/gm) ?? []
      for (const name of names) {
        const turn = rotation === 0 ? 'normal' : String(rotation)
        await this.#run(['--output', name, ...(isOn ? ['--on', '--transform', turn] : ['--off'])])
        if (!isOn) this.#hasOutputOff = true
      }
      if (isOn) this.#hasOutputOff = false
      console.info(`screen: ${isOn ? 'on' : 'off'}`)
      this.#problem = ''
    } catch (error) {
      const problem = `screen: it cannot be turned ${isOn ? 'on' : 'off'}:`
      if (problem !== this.#problem) console.warn(problem, reasonOf(error))
      this.#problem = problem
      if (isOn && this.#hasOutputOff) this.#isOn = false
    }
  }
}
