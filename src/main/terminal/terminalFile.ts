import { safeStorage } from 'electron'
import * as v from 'valibot'
import { readRemoteConfig } from '#contract/terminal.schema.ts'
import type { RemoteConfig, TerminalOrders } from '#contract/terminal.ts'
import { hasKeyStore } from '../keyStore.ts'
import { damageOf, StoreFile } from '../storage/StoreFile.ts'

/** What an enrolled terminal stores, in `terminal.json` of the installation's data folder. */
export interface TerminalRecord {
  /** The server that enrolled it. */
  serverUrl: string
  terminalId: string
  /** Base64 of the server's public key (SPKI). */
  serverKey: string
  /** Base64 of this terminal's private key (PKCS #8). */
  privateKey: string
  /** The newest orders that were accepted. */
  orders: TerminalOrders | null
  /** `restart` of the orders that the last restart followed. */
  restarted: number
  /** `screenshot` of the orders that the last screenshot followed. */
  pictured: number
}

export const ordersSchema = v.object({
  terminalId: v.string(),
  version: v.number(),
  inService: v.boolean(),
  restart: v.number(),
  // Servers of older versions do not have it.
  screenshot: v.optional(v.number(), 0),
  config: v.record(v.string(), v.unknown()),
})

interface Stored extends TerminalRecord, Record<string, unknown> {
  /** Whether `privateKey` is encrypted with safeStorage. */
  isEncrypted: boolean
}

function fileIn(folder: string): StoreFile<Stored> {
  const [text, number, flag] = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }]
  const orders = {
    terminalId: text,
    version: number,
    inService: flag,
    restart: number,
    config: { type: 'object' },
  }
  return new StoreFile<Stored>({
    folder,
    name: 'terminal',
    schema: {
      serverUrl: text,
      terminalId: text,
      serverKey: text,
      privateKey: text,
      isEncrypted: flag,
      orders: {
        anyOf: [
          { type: 'null' },
          {
            type: 'object',
            properties: { ...orders, screenshot: number },
            required: Object.keys(orders),
          },
        ],
      },
      restarted: number,
      pictured: number,
    },
    rootSchema: {
      required: ['serverUrl', 'terminalId', 'serverKey', 'privateKey', 'isEncrypted', 'orders', 'restarted'],
    },
    configFileMode: 0o600,
  })
}

/** Null: the terminal is not enrolled, or its file cannot be read, and it needs a new code. */
export function readTerminal(folder: string): TerminalRecord | null {
  return read(folder, ({ isEncrypted, ...record }) =>
    isEncrypted
      ? { ...record, privateKey: safeStorage.decryptString(Buffer.from(record.privateKey, 'base64')) }
      : record,
  )
}

/** What the operator of this server has set. Does not ask the key store, which is another process. */
export function readOrderedConfig(folder: string, serverUrl: string): RemoteConfig {
  const orders = read(folder, (record) => (record.serverUrl === serverUrl ? record.orders : null))
  return (orders && readRemoteConfig(orders.config).config) ?? {}
}

function read<Result>(folder: string, use: (stored: Stored) => Result): Result | null {
  const file = fileIn(folder)
  try {
    const stored = file.read()
    if (stored === null) return null
    // Files of older versions know nothing of screenshots.
    const orders = stored.orders && { ...stored.orders, screenshot: stored.orders.screenshot ?? 0 }
    return use({ ...stored, orders, pictured: stored.pictured ?? 0 })
  } catch (error) {
    console.error(`palpite: ${file.fileName} ${damageOf(error)}`)
    return null
  }
}

/**
 * The key is encrypted with the system's key store. A terminal without one stores it readable by its own user only: it
 * identifies the terminal, and moves no money.
 */
export function writeTerminal(folder: string, record: TerminalRecord): void {
  const isEncrypted = hasKeyStore()
  const privateKey = isEncrypted
    ? safeStorage.encryptString(record.privateKey).toString('base64')
    : record.privateKey
  fileIn(folder).write({ ...record, privateKey, isEncrypted })
}
