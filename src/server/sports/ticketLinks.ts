import { timingSafeEqual } from 'node:crypto'
import type { AppDeps } from '../deps.ts'
import { Refusal } from '../texts/refusal.ts'
import { anyTicketById, type TicketRow } from './ticketRows.ts'

const macBytes = 16

/** The address that shows a ticket to everybody who has it: printed on it, as a QR code. */
export function ticketLink(deps: Pick<AppDeps, 'config'>, ticketId: string): string {
  return `${deps.config.publicUrl}/bilhete${ticketId}.${macOf(deps, ticketId).toString('base64url')}`
}

/** The ticket of such an address. Throws ticketNotFound, also for a code that this server did not make. */
export async function sharedTicket(deps: Pick<AppDeps, 'config' | 'db'>, code: string): Promise<TicketRow> {
  const [, ticketId = '', text = ''] = /^(.+)\.([\w-]+)$/.exec(code) ?? []
  const mac = Buffer.from(text, 'base64url')
  if (mac.length !== macBytes || !timingSafeEqual(mac, macOf(deps, ticketId))) {
    throw new Refusal('ticketNotFound')
  }
  return anyTicketById(deps.db, ticketId)
}

/** Without the server's key nobody can make the code of a ticket. */
function macOf({ config }: Pick<AppDeps, 'config'>, ticketId: string): Buffer {
  return config.secrets.vault.index(ticketId, 'ticket link').subarray(0, macBytes)
}
