import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Store, { type Options } from 'electron-store'
import { reasonOf } from '../reasonOf.ts'

export interface StoreFileOptions<Values extends Record<string, unknown>> extends Pick<
  Options<Values>,
  'schema' | 'rootSchema' | 'ajvOptions' | 'configFileMode'
> {
  folder: string
  /** Without `.json`. */
  name: string
}

/** Our schemas are constants: checking one against the schema of schemas takes longer than the rest of a start's files. */
const constantSchema = { meta: false, validateSchema: false }

/**
 * A JSON file in a data folder, kept by electron-store: checked when it is read, replaced as a whole, so that a power cut
 * leaves the old content or the new. A file that is damaged stays as it is until `write`.
 */
export class StoreFile<Values extends Record<string, unknown>> {
  /** With `.json`. */
  readonly fileName: string
  readonly #check: Options<Values>
  readonly #place: Options<Values>

  constructor({ folder, name, configFileMode, ajvOptions, ...check }: StoreFileOptions<Values>) {
    this.fileName = `${name}.json`
    this.#place = {
      cwd: folder,
      name,
      ...(configFileMode === undefined ? {} : { configFileMode }),
      serialize: (values) => `${JSON.stringify(values, null, 2)}\n`,
    }
    this.#check = { ...check, ajvOptions: { ...constantSchema, ...ajvOptions } }
  }

  get exists(): boolean {
    return existsSync(join(this.#place.cwd ?? '', this.fileName))
  }

  /** Null: there is no file. Throws when it is damaged or cannot be read. */
  read(): Values | null {
    if (!this.exists) return null
    return Object.fromEntries(new Store<Values>({ ...this.#place, ...this.#check })) as Values
  }

  /** What is in it, whatever that is. Does not check it, which takes a hundred times as long. Null: nothing that can be read. */
  readUnchecked(): Record<string, unknown> | null {
    try {
      return this.exists ? Object.fromEntries(new Store(this.#place)) : null
    } catch (error) {
      console.info(`palpite: ${this.fileName} ${damageOf(error)}`)
      return null
    }
  }

  /** Whether it contains exactly this. */
  has(values: Values): boolean {
    return JSON.stringify(this.readUnchecked()) === JSON.stringify(values)
  }

  /** Throws when the disk refuses. */
  write(values: Values): void {
    // It reads the file before it replaces it.
    new Store<Values>({ ...this.#place, clearInvalidConfig: true }).store = values
  }

  /** Rewrites a file of an earlier version, once for each. Only for a file that `read` has accepted. */
  migrate(migrations: NonNullable<Options<Values>['migrations']>): void {
    new Store<Values>({ ...this.#place, migrations })
  }
}

/** What is wrong with a file, for the log. The message of a syntax error quotes the file. */
export function damageOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'is not JSON'
  return `cannot be used (${reasonOf(error)})`
}
