import { isOnOrigin } from './urls.ts'

/** The frame that a bridge call came from; null when it no longer exists. */
export interface SenderFrame {
  url: string
  parent: object | null
}

/** Only the top frame of one of our pages may call main: not a game's frame, and no foreign page. */
export function isTrustedSender(frame: SenderFrame | null, origin: string): boolean {
  return frame !== null && frame.parent === null && isOnOrigin(frame.url, origin)
}
