/** What a player can be told of by a notice of the browser, each with a switch of its own. Never offers. */
export const pushKinds = ['goal', 'bet', 'withdrawal'] as const
export type PushKind = (typeof pushKinds)[number]

/** What a push contains for the service worker. */
export interface PushPayload {
  title: string
  body: string
  /** The page that a press opens. */
  path: string
  /** A later notice with the same tag replaces this one. */
  tag: string
}
