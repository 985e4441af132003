import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { pinLength } from '#contract/staff.ts'
import { writeWhole } from '../writeWhole.ts'

const fileName = 'staff.json'
/** 32 MiB and about 0.1 s for each guess. */
const cost = { N: 2 ** 15, r: 8, p: 1 }
const keyBytes = 32
const saltBytes = 16

const fileSchema = v.object({
  salt: v.string(),
  hash: v.string(),
  cost: v.object({ N: v.number(), r: v.number(), p: v.number() }),
})
type Stored = v.InferOutput<typeof fileSchema>

/** The staff's PIN: only its scrypt hash is kept, in `staff.json` of the data folder. */
export class Pin {
  readonly #folder: string
  #stored: Stored | null

  constructor(folder: string) {
    this.#folder = folder
    this.#stored = read(join(folder, fileName))
  }

  /** Without one, the panel cannot be opened. */
  get isSet(): boolean {
    return this.#stored !== null
  }

  async matches(pin: string): Promise<boolean> {
    const stored = this.#stored
    if (stored === null) return false
    const hash = Buffer.from(stored.hash, 'base64')
    const found = await derive(pin, Buffer.from(stored.salt, 'base64'), stored.cost)
    return hash.length === found.length && timingSafeEqual(hash, found)
  }

  /** Returns false when the PIN was set already. Throws when it is no PIN, or when it cannot be written. */
  async set(pin: string): Promise<boolean> {
    if (!isPin(pin)) throw new Error(`a PIN has ${pinLength.min} to ${pinLength.max} digits`)
    if (await this.matches(pin)) return false
    const salt = randomBytes(saltBytes)
    const hash = await derive(pin, salt, cost)
    const stored = { salt: salt.toString('base64'), hash: hash.toString('base64'), cost }
    writeWhole(join(this.#folder, fileName), JSON.stringify(stored), 0o600)
    this.#stored = stored
    return true
  }
}

function isPin(text: string): boolean {
  return /^\d+$/.test(text) && text.length >= pinLength.min && text.length <= pinLength.max
}

/** Null: there is none. A damaged file leaves the panel closed. */
function read(file: string): Stored | null {
  if (!existsSync(file)) return null
  try {
    return v.parse(fileSchema, JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    // The messages of both kinds of error may quote the file.
    console.error(
      `palpite: ${fileName} is damaged; the staff panel stays closed`,
      error instanceof Error ? error.name : '',
    )
    return null
  }
}

function derive(pin: string, salt: Buffer, { N, r, p }: Stored['cost']): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
