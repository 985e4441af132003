import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { pinLength } from '#contract/staff.ts'
import { damageOf, StoreFile } from '../storage/StoreFile.ts'

/** 32 MiB for each guess, and time that nobody notices once. */
const cost = { N: 2 ** 15, r: 8, p: 1 }
const keyBytes = 32
const saltBytes = 16

interface Stored extends Record<string, unknown> {
  salt: string
  hash: string
  cost: { N: number; r: number; p: number }
}

/** The staff's PIN: only its scrypt hash is kept, in `staff.json` of the data folder. */
export class Pin {
  readonly #file: StoreFile<Stored>
  #stored: Stored | null

  constructor(folder: string) {
    this.#file = fileIn(folder)
    this.#stored = read(this.#file)
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
    this.#file.write(stored)
    this.#stored = stored
    return true
  }
}

function isPin(text: string): boolean {
  return /^\d+$/.test(text) && text.length >= pinLength.min && text.length <= pinLength.max
}

function fileIn(folder: string): StoreFile<Stored> {
  const text = { type: 'string' }
  const cost = { N: { type: 'number' }, r: { type: 'number' }, p: { type: 'number' } }
  return new StoreFile<Stored>({
    folder,
    name: 'staff',
    schema: {
      salt: text,
      hash: text,
      cost: { type: 'object', properties: cost, required: Object.keys(cost) },
    },
    rootSchema: { required: ['salt', 'hash', 'cost'] },
    configFileMode: 0o600,
  })
}

/** Null: there is none. A damaged file leaves the panel closed. */
function read(file: StoreFile<Stored>): Stored | null {
  try {
    return file.read()
  } catch (error) {
    console.error(`palpite: ${file.fileName} ${damageOf(error)}: the staff panel stays closed`)
    return null
  }
}

function derive(pin: string, salt: Buffer, { N, r, p }: Stored['cost']): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
