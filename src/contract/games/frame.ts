/**
 * The messages between the host (/play) and the game in its frame: docs/product.md, "Frame protocol". They are
 * `{ source: 'palpite', type, … }`, sent by postMessage. Both sides check the window and the origin of a message and
 * parse it with the functions here; foreign and malformed messages are dropped. No schema library: this file is
 * bundled with the renderer and with the frame.
 *
 * The game loads and posts `ready`; the host requests a ticket from the server and posts `init`; the game exchanges
 * the ticket for a session (contract/http/slots.ts). When that session has ended, the game posts `ready` again and
 * gets a new `init` with a new ticket.
 */
import { toWireBalances } from '../http/wallet.ts'
import { languageCodes, type LanguageCode } from '../languages.ts'
import { parseAmount, type Cents, type WalletBalances } from '../money.ts'
import { field } from './draw.ts'

export const frameSource = 'palpite'

/** Host to game. */
export type HostMessage =
  /**
   * `ticket` can be used once, within a minute. `currency` is the currency code, e.g. BRL. `volume` in percent: of the
   * installation, for those that have sound on.
   */
  | { type: 'init'; language: LanguageCode; currency: string; ticket: string; sound: boolean; volume: number }
  /** A line of text for the player, for so many seconds: the game shows it once, and closes it by itself. */
  | { type: 'notice'; text: string; seconds: number }
  /** A wallet has changed. Posted with two decimals, as `balance` (cash) and `freeBalance` (bonus). */
  | ({ type: 'balance' } & WalletBalances)
  /** The player hides the balance, or shows it again. */
  | { type: 'privacy'; hidden: boolean }
  /** An overlay covers the game, or no longer does. While paused the game starts no spin and plays no sound. */
  | { type: 'pause'; paused: boolean }

/** Game to host. */
export type GameMessage =
  | { type: 'ready' }
  | { type: 'needDeposit' }
  | { type: 'openSupport' }
  | { type: 'exit' }
  /** The player does something in the game: presses and keys in a frame never reach its host. At most every few seconds. */
  | { type: 'active' }
  /** A round begins: until `revealed` the host shows these balances, as the game does. Posted with two decimals. */
  | ({ type: 'reveal' } & WalletBalances)
  /** The result of the round is shown. */
  | { type: 'revealed' }

const maxTextLength = 500
/** How long a notice stays when its host does not say so. */
const usualSeconds = 10
const maxTicketLength = 200
const plainTypes = ['ready', 'needDeposit', 'openSupport', 'exit', 'active', 'revealed'] as const

/** The message as posted to the other window. */
export function toFrame(message: HostMessage | GameMessage): { source: typeof frameSource; type: string } {
  const { type } = message
  const hasBalances = type === 'balance' || type === 'reveal'
  return { source: frameSource, ...(hasBalances ? { type, ...toWireBalances(message) } : message) }
}

/**
 * Parses a message from the game; undefined for anything else. Unknown fields are dropped, so that newer games may
 * send more. Never throws.
 */
export function parseGameMessage(data: unknown): GameMessage | undefined {
  if (typeOf(data) === 'reveal') {
    const balances = balancesOf(data)
    return balances && { type: 'reveal', ...balances }
  }
  const type = plainTypes.find((known) => known === typeOf(data))
  return type && { type }
}

/** Parses a message from the host; undefined for anything else. Never throws. */
export function parseHostMessage(data: unknown): HostMessage | undefined {
  const get = (name: string) => field(data, name)
  switch (typeOf(data)) {
    case 'init': {
      const language = languageCodes.find((code) => code === get('language'))
      const [currency, ticket, sound] = [get('currency'), get('ticket'), get('sound')]
      if (!language || !isText(currency, 8) || !isText(ticket, maxTicketLength)) return undefined
      if (typeof sound !== 'boolean') return undefined
      return { type: 'init', language, currency, ticket, sound, volume: volumeOf(get('volume')) }
    }
    case 'notice': {
      const text = get('text')
      const seconds = get('seconds')
      if (!isText(text, maxTextLength)) return undefined
      return {
        type: 'notice',
        text,
        seconds: typeof seconds === 'number' && seconds > 0 ? seconds : usualSeconds,
      }
    }
    case 'balance': {
      const balances = balancesOf(data)
      return balances && { type: 'balance', ...balances }
    }
    case 'privacy': {
      const hidden = get('hidden')
      return typeof hidden === 'boolean' ? { type: 'privacy', hidden } : undefined
    }
    case 'pause': {
      const paused = get('paused')
      return typeof paused === 'boolean' ? { type: 'pause', paused } : undefined
    }
    default:
      return undefined
  }
}

/** The type of a message with our `source`. */
function typeOf(data: unknown): unknown {
  return field(data, 'source') === frameSource ? field(data, 'type') : undefined
}

function balancesOf(data: unknown): WalletBalances | undefined {
  const [cash, bonus] = [amountOf(field(data, 'balance')), amountOf(field(data, 'freeBalance'))]
  return cash === undefined || bonus === undefined ? undefined : { cash, bonus }
}

/** Hosts of earlier versions send none. */
function volumeOf(value: unknown): number {
  return typeof value === 'number' && value >= 0 && value <= 100 ? value : 100
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= maxLength
}

/** A non-negative amount with at most two decimals, in cents; undefined for anything else. */
function amountOf(value: unknown): Cents | undefined {
  const amount = typeof value === 'number' ? parseAmount(value) : undefined
  return amount !== undefined && amount >= 0 ? amount : undefined
}
