import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileSync } from 'atomically'
import { safeStorage } from 'electron'
import * as z from 'zod/mini'
import { readRemoteConfig } from '#contract/terminal.schema.ts'
import type { RemoteConfig, TerminalOrders } from '#contract/terminal.ts'
import { hasKeyStore } from '../keyStore.ts'

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

export const ordersSchema = z.object({
  terminalId: z.string(),
  version: z.number(),
  inService: z.boolean(),
  restart: z.number(),
  // Servers and files of older versions do not have it.
  screenshot: z._default(z.number(), 0),
  config: z.record(z.string(), z.unknown()),
})

const fileSchema = z.object({
  serverUrl: z.string(),
  terminalId: z.string(),
  serverKey: z.string(),
  privateKey: z.string(),
  isEncrypted: z.boolean(),
  orders: z.nullable(ordersSchema),
  restarted: z.number(),
  pictured: z._default(z.number(), 0),
})

type Stored = z.infer<typeof fileSchema>

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
    return use(z.parse(fileSchema, JSON.parse(readFileSync(path, 'utf8'))))
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
  writeFileSync(join(folder, fileName), JSON.stringify({ ...record, privateKey, isEncrypted }), {
    mode: 0o600,
  })
}
