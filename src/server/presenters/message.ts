import type { InboxMessage } from '../domain/accounts/messages.ts'

/** A message of the inbox on the wire. */
export function presentMessage({ id, kind, params, at, isRead }: InboxMessage) {
  return { id, kind, params, time: at.toISOString(), isRead }
}
