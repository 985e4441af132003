/**
 * What the host (/play) and a game in its frame say to each other (PRODUCT.md section 7): `{ source: 'palpite',
 * type, … }` by postMessage. Both sides check where a message comes from (the other window, its origin) and
 * read it with the parsers here; what is foreign or malformed is dropped without a word. No schema library:
 * this is in the renderer and in the frame.
 *
 * The order: the game loads and posts `ready`; the host asks the server for a ticket and posts `init`; the game
 * exchanges the ticket (contract/http/slots.ts). A game whose session has ended posts `ready` again and gets a
 * new `init` with a new ticket.
 */
import { languageCodes, type LanguageCode } from '../languages.ts'
import { field } from './draw.ts'

export const frameSource = 'palpite'

/** Host to game. */
export type HostMessage =
  /** `ticket` is single use and lives a minute. `currency` is the unit of the wire, e.g. BRL. */
  | { type: 'init'; language: LanguageCode; currency: string; ticket: string; sound: boolean }
  /** A line of text for the player: what the banner shows (spec §7, notice). */
  | { type: 'notice'; text: string }
  /** The wallet changed. Amounts as on the wire: numbers with at most two decimals. */
  | { type: 'balance'; balance: number; freeBalance: number }
  /** Something lies above the game (a deposit, an alert), or not any more: no new spin, no sound while paused. */
  | { type: 'pause'; paused: boolean }

/** Game to host. */
export type GameMessage =
  { type: 'ready' } | { type: 'needDeposit' } | { type: 'openSupport' } | { type: 'exit' }

type Wired<Message> = Message & { source: typeof frameSource }

const longestText = 500
const longestTicket = 200
const gameTypes = ['ready', 'needDeposit', 'openSupport', 'exit'] as const

/** As it is posted. */
export function toFrame<Message extends HostMessage | GameMessage>(message: Message): Wired<Message> {
  return { source: frameSource, ...message }
}

/**
 * What a game says; undefined for anything that is not one of its messages. Fields that we do not know are left
 * out, so that a later game may say more. Never throws.
 */
export function parseGameMessage(data: unknown): GameMessage | undefined {
  const type = gameTypes.find((known) => known === typeOf(data))
  return type && { type }
}

/** What the host says; undefined for anything that is not one of its messages. Never throws. */
export function parseHostMessage(data: unknown): HostMessage | undefined {
  const of = (name: string) => field(data, name)
  switch (typeOf(data)) {
    case 'init': {
      const language = languageCodes.find((code) => code === of('language'))
      const [currency, ticket, sound] = [of('currency'), of('ticket'), of('sound')]
      if (!language || !isText(currency, 8) || !isText(ticket, longestTicket)) return undefined
      return typeof sound === 'boolean' ? { type: 'init', language, currency, ticket, sound } : undefined
    }
    case 'notice': {
      const text = of('text')
      return isText(text, longestText) ? { type: 'notice', text } : undefined
    }
    case 'balance': {
      const [balance, freeBalance] = [of('balance'), of('freeBalance')]
      return isAmount(balance) && isAmount(freeBalance)
        ? { type: 'balance', balance, freeBalance }
        : undefined
    }
    case 'pause': {
      const paused = of('paused')
      return typeof paused === 'boolean' ? { type: 'pause', paused } : undefined
    }
    default:
      return undefined
  }
}

/** The type of a message that says it is ours. */
function typeOf(data: unknown): unknown {
  return field(data, 'source') === frameSource ? field(data, 'type') : undefined
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= longest
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= 1e13
}
