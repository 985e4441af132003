import { createHash, randomInt, randomUUID } from 'node:crypto'
import type {
  Enrolled,
  Enrolment,
  Heartbeat,
  HeartbeatReply,
  RemoteConfig,
  TerminalHealth,
  TerminalOrders,
} from '#contract/terminal.ts'
import { plainText } from '#contract/rules/typed.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import { markOf } from '../accounts/marks.ts'
import { endTerminalSessions } from '../accounts/sessions.ts'
import { publicServerKey, readPublicKey, signOrders } from './keys.ts'
import { releaseId } from './releases.ts'
import { crashesSql, oldestCrash, type Crash } from './crashes.ts'
import { oldestScreenshot } from './screenshots.ts'
import { acceptSequence } from './signedCalls.ts'

/** How long an enrolment code is valid, in ms. */
const codeMs = 15 * 60_000
/** Without letters and digits that are read for one another. 31^10 codes; the bucket `logins` limits guesses. */
const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const codeLength = 10
const intervalSeconds = 5
/** A terminal that missed this many calls counts as offline. */
const missedCalls = 3

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config'>

export interface TerminalRow {
  id: string
  name: string
  created_at: Date
  public_key: string | null
  enrolled_at: Date | null
  revoked_at: Date | null
  sequence: number
  last_seen_at: Date | null
  health: TerminalHealth | null
  followed_version: number
  orders_version: number
  in_service: boolean
  restart_version: number
  screenshot_version: number
  screenshot_at: Date | null
  crashes: Crash[]
  config: Record<string, unknown>
}

/** A terminal as the fleet page shows it. */
export interface Terminal {
  id: string
  name: string
  state: 'new' | 'online' | 'offline' | 'revoked'
  inService: boolean
  /** Whether it follows the newest orders. */
  isUpToDate: boolean
  lastSeenAt: Date | null
  health: TerminalHealth | null
  config: Record<string, unknown>
  /** When the last screenshot was taken; null: there is none. */
  screenshotAt: Date | null
  /** Its newest crash reports. */
  crashes: Crash[]
}

/** Creates a terminal record. Throws kioskForbidden where the jurisdiction allows no kiosks. */
export async function createTerminal(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  name: string,
): Promise<string> {
  refuseKiosks(deps)
  const id = randomUUID()
  await tx.query('insert into terminals (id, name, created_at) values ($1, $2, $3)', [
    id,
    name,
    deps.clock.now(),
  ])
  return id
}

/** A new one-time code; codes before it end. A terminal that is enrolled keeps its key until the code is used. */
export async function issueCode(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  terminalId: string,
): Promise<{ code: string; expiresAt: Date }> {
  refuseKiosks(deps)
  const expiresAt = new Date(deps.clock.now().getTime() + codeMs)
  const characters = Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)])
  const code = characters.join('')
  await lockTerminal(tx, terminalId)
  await tx.query('delete from terminal_codes where terminal_id = $1', [terminalId])
  await tx.query('insert into terminal_codes (code_hash, terminal_id, expires_at) values ($1, $2, $3)', [
    hashOf(code),
    terminalId,
    expiresAt,
  ])
  return { code: `${code.slice(0, 5)}-${code.slice(5)}`, expiresAt }
}

/**
 * Gives the terminal of the code this key, and ends the code. Throws forbidden for a code that is unknown, used or
 * expired, and for anything that is not an Ed25519 key.
 */
export async function enrol(deps: Deps, { code, publicKey }: Enrolment): Promise<Enrolled> {
  refuseKiosks(deps)
  if (!readPublicKey(publicKey)) throw new Refusal('forbidden')
  const now = deps.clock.now()
  return deps.db.tx(async (tx) => {
    const [used] = await tx.query<{ terminal_id: string }>(
      `update terminal_codes set used_at = $2 where code_hash = $1 and used_at is null and expires_at > $2
       returning terminal_id`,
      [
        hashOf(
          plainText(code)
            .toUpperCase()
            .replace(/[^0-9A-Z]/g, ''),
        ),
        now,
      ],
    )
    if (!used) throw new Refusal('forbidden')
    const [row] = await tx.query<{ name: string }>(
      `update terminals set public_key = $2, enrolled_at = $3, revoked_at = null, sequence = 0, followed_version = 0
       where id = $1 and not exists (select 1 from terminals where public_key = $2) returning name`,
      [used.terminal_id, publicKey, now],
    )
    // Two records with one key could not be distinguished.
    if (!row) throw new Refusal('forbidden')
    return { terminalId: used.terminal_id, name: row.name, serverKey: publicServerKey(deps) }
  })
}

/**
 * Stores the health of a terminal whose signature was checked, and the keyed mark of the address it called from. Throws as `acceptSequence` does.
 */
export async function acceptHeartbeat(deps: Deps, heartbeat: Heartbeat, ip: string): Promise<HeartbeatReply> {
  refuseKiosks(deps)
  const row = await deps.db.tx(async (tx) => {
    await acceptSequence(tx, heartbeat)
    const [updated] = await tx.query<TerminalRow>(
      `update terminals set last_seen_at = $2, health = $3, followed_version = $4, address_mark = $5 where id = $1 returning *`,
      [
        heartbeat.terminalId,
        deps.clock.now(),
        JSON.stringify(heartbeat.health),
        heartbeat.ordersVersion,
        markOf(deps, 'address', ip),
      ],
    )
    if (!updated) throw new Refusal('forbidden')
    return updated
  })
  const release = await releaseId(deps.config)
  if (row.orders_version <= heartbeat.ordersVersion) return { orders: null, release, intervalSeconds }
  const orders = JSON.stringify(ordersOf(row))
  return { orders: { orders, signature: signOrders(deps, orders) }, release, intervalSeconds }
}

export type TerminalCommand =
  | { command: 'restart' | 'screenshot' | 'outOfService' | 'inService' | 'revoke' }
  | { command: 'configure'; config: RemoteConfig }

/**
 * Changes the orders of a terminal, which it gets with its next call. Revoking it ends the sessions that were opened on it.
 * Throws notFound.
 */
export async function commandTerminal(
  deps: Pick<AppDeps, 'clock' | 'bus'>,
  tx: Tx,
  terminalId: string,
  command: TerminalCommand,
): Promise<void> {
  await lockTerminal(tx, terminalId)
  if (command.command === 'revoke') {
    await tx.query('update terminals set revoked_at = $2 where id = $1', [terminalId, deps.clock.now()])
    await tx.query('delete from terminal_codes where terminal_id = $1', [terminalId])
    return endTerminalSessions(deps, tx, terminalId)
  }
  const changes = {
    restart: 'restart_version = orders_version + 1',
    screenshot: 'screenshot_version = orders_version + 1',
    outOfService: 'in_service = false',
    inService: 'in_service = true',
    configure: 'config = $2',
  } as const
  await tx.query(
    `update terminals set orders_version = orders_version + 1, ${changes[command.command]} where id = $1`,
    [terminalId, ...(command.command === 'configure' ? [JSON.stringify(command.config)] : [])],
  )
}

/** Terminals for `toTerminal`, as `t`; its parameters are `terminalParameters`. */
export const terminalsSql = `select * from (
  select terminals.*, screenshots.taken_at as screenshot_at, ${crashesSql('$2')} as crashes
    from terminals left join terminal_screenshots as screenshots
      on screenshots.terminal_id = terminals.id and screenshots.taken_at > $1) t`

export function terminalParameters(now: Date): Date[] {
  return [oldestScreenshot(now), oldestCrash(now)]
}

export async function listTerminals({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Terminal[]> {
  const now = clock.now()
  const rows = await db.read<TerminalRow>(`${terminalsSql} order by name, id`, terminalParameters(now))
  return rows.map((row) => toTerminal(row, now))
}

/** Throws notFound. */
export async function readTerminal(
  { clock }: Pick<Deps, 'clock'>,
  on: Reader,
  terminalId: string,
): Promise<Terminal> {
  const now = clock.now()
  const [row] = await on.read<TerminalRow>(`${terminalsSql} where id = $3`, [
    ...terminalParameters(now),
    terminalId,
  ])
  if (!row) throw new Refusal('notFound')
  return toTerminal(row, now)
}

export function toTerminal(row: TerminalRow, now: Date): Terminal {
  return {
    id: row.id,
    name: row.name,
    state: stateOf(row, now),
    inService: row.in_service,
    isUpToDate: row.followed_version >= row.orders_version,
    lastSeenAt: row.last_seen_at,
    health: row.health,
    config: row.config,
    screenshotAt: row.screenshot_at,
    crashes: row.crashes,
  }
}

/** Throws kioskForbidden where the jurisdiction allows no kiosks. */
export function refuseKiosks(deps: Pick<AppDeps, 'config'>): void {
  if (!profileOf(deps).kiosk) throw new Refusal('kioskForbidden')
}

function stateOf(row: TerminalRow, now: Date): Terminal['state'] {
  if (row.revoked_at) return 'revoked'
  if (!row.public_key) return 'new'
  return row.last_seen_at && row.last_seen_at >= oldestContact(now) ? 'online' : 'offline'
}

/** A terminal that called since then is online. */
export function oldestContact(now: Date): Date {
  return new Date(now.getTime() - intervalSeconds * missedCalls * 1_000)
}

function ordersOf(row: TerminalRow): TerminalOrders {
  return {
    terminalId: row.id,
    version: row.orders_version,
    inService: row.in_service,
    restart: row.restart_version,
    screenshot: row.screenshot_version,
    config: row.config,
  }
}

/** Until the end of the transaction its orders stay as they are. Throws notFound. */
export async function lockTerminal(tx: Tx, terminalId: string): Promise<void> {
  const [row] = await tx.query('select 1 from terminals where id = $1 for update', [terminalId])
  if (!row) throw new Refusal('notFound')
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest()
}
