import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from '../reasonOf.ts'

const systemFolder = '/sys/class/backlight'
/** Of `bl_power`, as the kernel documents it: FB_BLANK_UNBLANK and FB_BLANK_POWERDOWN. */
const power = { on: '0', off: '4' }

/**
 * The light behind the screen of a machine that has one it can set; most monitors on a cable have none. The Debian package
 * allows the kiosk's account to write these files.
 */
export class Backlight {
  readonly #folder: string
  /** Undefined: as an earlier run of the program left it, or a light that could not be set. */
  #isOn: boolean | undefined
  /** What went wrong last, which would be in the log with every call. */
  #problem = ''

  constructor(folder = systemFolder) {
    this.#folder = folder
  }

  get exists(): boolean {
    return existsSync(this.#folder) && readdirSync(this.#folder).length > 0
  }

  /** In percent of the brightest; 0 leaves it as the system has it. */
  setBrightness(percent: number): void {
    if (percent === 0) return
    this.#each((light) => {
      const most = Number(readFileSync(join(light, 'max_brightness'), 'utf8'))
      // Never dark: nobody could see why.
      writeFileSync(join(light, 'brightness'), String(Math.max(1, Math.round((most * percent) / 100))))
    })
  }

  /** What fails is tried again with the next call. */
  setOn(isOn: boolean): void {
    if (isOn === this.#isOn) return
    const isSet = this.#each((light) => writeFileSync(join(light, 'bl_power'), isOn ? power.on : power.off))
    this.#isOn = isSet ? isOn : undefined
  }

  /** Returns whether it succeeded with all. */
  #each(set: (light: string) => void): boolean {
    if (!existsSync(this.#folder)) return true
    let problem = ''
    for (const name of readdirSync(this.#folder)) {
      try {
        set(join(this.#folder, name))
      } catch (error) {
        problem += ` ${name}: ${reasonOf(error)}`
      }
    }
    if (problem !== '' && problem !== this.#problem) console.warn(`backlight${problem}`)
    this.#problem = problem
    return problem === ''
  }
}
