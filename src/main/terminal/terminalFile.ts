import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { safeStorage } from 'electron'
import * as v from 'valibot'
import { readRemoteConfig } from '#contract/terminal.schema.ts'
import type { RemoteConfig, TerminalOrders } from '#contract/terminal.ts'
import { hasKeyStore } from '../keyStore.ts'
import { writeWhole } from '../writeWhole.ts'

/** What an enrolled terminal stores, in `terminal.json` of the user data folder. */
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

const fileName = 'terminal.json'

export const ordersSchema = v.object({
  terminalId: v.string(),
  version: v.number(),
  inService: v.boolean(),
  restart: v.number(),
  // Servers and files of older versions do not have it.
  screenshot: v.optional(v.number(), 0),
  config: v.record(v.string(), v.unknown()),
})

const fileSchema = v.object({
  serverUrl: v.string(),
  terminalId: v.string(),
  serverKey: v.string(),
  privateKey: v.string(),
  isEncrypted: v.boolean(),
  orders: v.nullable(ordersSchema),
  restarted: v.number(),
  pictured: v.optional(v.number(), 0),
})

type Stored = v.InferOutput<typeof fileSchema>

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
  const path = join(folder, fileName)
  if (!existsSync(path)) return null
  try {
    return use(v.parse(fileSchema, JSON.parse(readFileSync(path, 'utf8'))))
  } catch (error) {
    // The messages of syntax and schema errors may quote the file.
    console.error(`palpite: ${fileName} cannot be read: ${error instanceof Error ? error.name : 'unknown'}`)
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
  writeWhole(join(folder, fileName), JSON.stringify({ ...record, privateKey, isEncrypted }), 0o600)
}
