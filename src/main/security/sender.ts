import { isOnOrigin } from './urls.ts'

/** The frame a bridge call came from; null when it is gone already. */
export interface SenderFrame {
  url: string
  parent: object | null
}

/** Only the top frame of a page of ours may call main: not a game's frame, not a page that got there otherwise. */
export function isTrustedSender(frame: SenderFrame | null, origin: string): boolean {
  return frame !== null && frame.parent === null && isOnOrigin(frame.url, origin)
}
