import { randomUUID } from 'node:crypto'
import { PlayerClient, RefusedCallError, send, type SentCall } from './PlayerClient.ts'
import { authCalls } from '../../../src/contract/http/auth.ts'
import type { Outcomes } from '../../../src/contract/games/recompute.ts'
import { DOUBLE_BETTING_MS, DOUBLE_LANDS_MS } from '../../../src/contract/games/double.ts'
import type { MatchWire } from '../../../src/contract/http/sports.ts'
import {
  sandboxRequest,
  sandboxTokenHeader,
  type SandboxCall,
  type SandboxData,
  type SandboxDoubleRound,
  type SandboxFaultsOrder,
  type SandboxInput,
  type SandboxMatchScript,
  type SandboxNewPlayer,
  type SandboxOrder,
  type SandboxSeeds,
  type SandboxSettlement,
  type SeedGame,
} from '../../../src/contract/sandbox.ts'

/** Of the players that `createUser` makes, unless they get another. */
export const sandboxPassword = 'Segura-123'

export type SandboxUser = SandboxNewPlayer
export type Faults = Omit<SandboxFaultsOrder, 'username'>
export type DoubleRound = SandboxDoubleRound
export type MatchScript = SandboxMatchScript

/**
 * The default seeds of test players, so that outcomes are the same in every run. In dice, the first 200 rolls are all
 * above 2.
 */
const playerSeeds = { serverSeed: 'e2e0'.repeat(16), clientSeed: 'endToEndTests35', nonce: 0 }

const dayMs = 24 * 3_600_000
/** São Paulo is three hours behind UTC, all year. */
const saoPauloMs = 3 * 3_600_000

/** The server's sandbox controls (docs/qa.md), as the tests use them. Throws unless the response is 2xx. */
export class Sandbox {
  readonly serverUrl: string
  readonly #token: string | undefined

  /** `token`: the server's `SANDBOX_TOKEN`, where it asks for one. */
  constructor(serverUrl: string, token?: string) {
    this.serverUrl = serverUrl
    this.#token = token
  }

  async createUser(fields: Partial<SandboxUser> = {}): Promise<SandboxUser & { token: string }> {
    const user: SandboxUser = {
      username: `e2e-${randomUUID().slice(0, 13)}@gmail.com`,
      password: sandboxPassword,
      kyc: 1,
      ...fields,
    }
    const { token } = await this.call('POST users', { body: user })
    await this.setSeeds(user.username, playerSeeds)
    return { ...user, token }
  }

  patchUser(username: string, fields: Partial<SandboxUser>): Promise<unknown> {
    return this.call('PATCH users/:username', { params: { username }, body: fields })
  }

  /** User info as sent to the player. */
  async readUser(username: string): Promise<SandboxData<'GET users/:username'>['user']> {
    return (await this.read(username)).user
  }

  /** Whether the player's real-time connection is up. */
  async isOnline(username: string): Promise<boolean> {
    return (await this.read(username)).online
  }

  private read(username: string): Promise<SandboxData<'GET users/:username'>> {
    return this.call('GET users/:username', { params: { username } })
  }

  async inviteCode(username: string): Promise<string> {
    return (await this.readUser(username)).yqm
  }

  /** A voucher of this amount in R$. */
  newVoucher(amount: number): Promise<{ id: string; code: string; url: string }> {
    return this.call('POST vouchers', { body: { amount } })
  }

  /** Address of a one-time login link, its path only. */
  async loginPath(username: string): Promise<string> {
    const { token } = await this.call('POST links', { body: { username } })
    return `/zgo${token}`
  }

  /** Logs the player in on another device: the token of its session. */
  async newSession(username: string): Promise<string> {
    const { token } = await this.call('POST links', { body: { username } })
    return (await this.player().call(authCalls.exchangeLink, { body: { token } })).access_token
  }

  async captchaAnswer(codeId: string | number): Promise<string> {
    return (await this.call('GET captcha/:codeId', { params: { codeId } })).answer
  }

  /** The code in the newest e-mail that has one. */
  async mailedCode(to: string): Promise<string> {
    const mails = await this.call('GET outbox', { query: { to } })
    const code = mails.find((mail) => mail.code !== null)?.code
    if (!code) throw new Error('no e-mail with a code')
    return code
  }

  orders(username: string): Promise<SandboxOrder[]> {
    return this.call('GET orders', { query: { username } })
  }

  settleOrder(orderId: string, how: SandboxSettlement): Promise<unknown> {
    return this.call(`POST orders/:orderId/${how}`, { params: { orderId }, body: {} })
  }

  /** The provider's books lose a paid deposit, and are compared with ours: a difference. */
  async loseDeposit(orderId: string): Promise<void> {
    await this.call('POST orders/:orderId/forget', { params: { orderId } })
    await this.call('POST reconcile')
  }

  /** Whether the provider answers about a payout. */
  silencePayout(orderId: string, silent: boolean): Promise<unknown> {
    return this.call('POST withdrawals/:orderId/silence', { params: { orderId }, body: { silent } })
  }

  setSeeds(username: string, seeds: SandboxSeeds): Promise<unknown> {
    return this.call('POST seeds/:username', { params: { username }, body: seeds })
  }

  /**
   * What the player's next rounds will be, by the seeds in force: of one game, because each round of any game takes the next
   * nonce.
   */
  async nextRounds<Game extends SeedGame>(
    username: string,
    query: SandboxInput<'GET rounds/:username'>[0]['query'] & { game: Game },
  ): Promise<Outcomes[Game][]> {
    const { outcomes } = await this.call('GET rounds/:username', { params: { username }, query })
    // They are all of the game that was asked for.
    return outcomes as Outcomes[Game][]
  }

  /** The player's next round, if it is of this game, has a result from `min` to `max` (`POST outcomes` in docs/qa.md). */
  setOutcome(
    username: string,
    outcome: SandboxInput<'POST outcomes/:username'>[0]['body'],
  ): Promise<SandboxData<'POST outcomes/:username'>> {
    return this.call('POST outcomes/:username', { params: { username }, body: outcome })
  }

  /** Bets that the player has placed, today or `daysAgo`; cash is as before. */
  addBets(username: string, bets: SandboxInput<'POST bets/:username'>[0]['body']): Promise<unknown> {
    return this.call('POST bets/:username', { params: { username }, body: bets })
  }

  /** Deposits that the player has paid, today or `daysAgo`. */
  addDeposits(
    username: string,
    deposits: SandboxInput<'POST deposits/:username'>[0]['body'],
  ): Promise<unknown> {
    return this.call('POST deposits/:username', { params: { username }, body: deposits })
  }

  /** New players whom this one has invited, who count for the ladder. Returns how many valid ones there are now. */
  async addInvitees(username: string, count: number): Promise<number> {
    return (await this.call('POST invitees/:username', { params: { username }, body: { count } })).validPeople
  }

  /** The last days up to yesterday are checked in. */
  addCheckIns(username: string, days: number): Promise<unknown> {
    return this.call('POST checkIns/:username', { params: { username }, body: { days } })
  }

  /** Brings a promotion into a state for a player who has not taken part in it. */
  bringPromotion(
    username: string,
    promotion: SandboxInput<'POST promotions/:username'>[0]['body'],
  ): Promise<unknown> {
    return this.call('POST promotions/:username', { params: { username }, body: promotion })
  }

  /** The results of the shared round of double and the ten after it, the current one first. */
  doubleRounds(): Promise<DoubleRound[]> {
    return this.call('GET double')
  }

  /**
   * A round that takes bets for at least `leftMs` more; its result is known. Moves the server's clock to the next round
   * instead of waiting for it: only for specs with a server of their own.
   */
  async openDoubleRound(leftMs = 6_000): Promise<DoubleRound> {
    const [round] = await this.doubleRounds()
    if (!round) throw new Error('double has no round')
    if (Date.parse(round.bettingEndsAt) - (await this.serverTime()) >= leftMs) return round
    await this.moveClockTo(round.endsAt)
    const [next] = await this.doubleRounds()
    if (!next || next.roundId === round.roundId) throw new Error('double did not go on')
    return next
  }

  /** The wheel spins at once. */
  async closeDoubleBetting(round: DoubleRound): Promise<void> {
    await this.moveClockTo(round.bettingEndsAt)
  }

  /** The wheel stops and the round is settled, even if the server's own timers still follow the old clock. */
  async landDoubleWheel({ bettingEndsAt }: DoubleRound): Promise<void> {
    const landsAt = Date.parse(bettingEndsAt) + DOUBLE_LANDS_MS - DOUBLE_BETTING_MS
    await this.moveClockTo(new Date(landsAt).toISOString())
  }

  /** Moves the server's clock, for everybody: only for specs with a server of their own. */
  advanceClock(advanceMs: number): Promise<unknown> {
    return this.call('POST clock', { body: { advanceMs } })
  }

  /** Stops the server's clock at this moment, for everybody: only for specs with a server of their own. */
  async stopClock(now: Date): Promise<void> {
    await this.call('POST clock', { body: { now: now.toISOString(), stopped: true } })
  }

  /** Empties the database; the calendar of matches is that of this seed. Only for specs with a server of their own. */
  reset(feedSeed: string): Promise<unknown> {
    return this.call('POST reset', { body: { feedSeed } })
  }

  /** The results of the rounds of double after the current one. */
  setDoubleResults(slots: number[]): Promise<unknown> {
    return this.call('POST double', { body: { slots } })
  }

  private async moveClockTo(moment: string): Promise<void> {
    const left = Date.parse(moment) - (await this.serverTime())
    // A little later: the server's jobs compare whole milliseconds.
    await this.advanceClock(Math.max(0, left) + 20)
  }

  /** For tests of daily counters: waits until midnight in São Paulo is not within the next minute. */
  async avoidMidnight(): Promise<void> {
    const left = dayMs - (((await this.serverTime()) - saoPauloMs) % dayMs)
    if (left < 60_000) await new Promise((resolve) => setTimeout(resolve, left + 20))
  }

  private async serverTime(): Promise<number> {
    return Date.parse((await this.call('GET clock')).now)
  }

  /** The support's view of a conversation: `player: text` and `support: text`, oldest first. */
  async chat(username: string): Promise<string[]> {
    const { list } = await this.call('GET chats/:username', { params: { username } })
    return list.map(({ from, text }) => `${from}: ${text}`)
  }

  replyToChat(username: string, text: string): Promise<unknown> {
    return this.call('POST chats/:username', { params: { username }, body: { text } })
  }

  /** A message of the operator to this player alone. */
  sendNotice(username: string, text: string): Promise<unknown> {
    const body = { event: 'notice' as const, payload: { text } }
    return this.call('POST events/:username', { params: { username }, body })
  }

  /**
   * The offer of the bonus multiplier, without the day of bets that earns it (specs/offers.spec.ts plays them): only for
   * looking at its prompt.
   */
  offerMultiplier(username: string, payload: { bouns: number; amount: number }): Promise<unknown> {
    const body = { event: 'userBetAmount' as const, payload }
    return this.call('POST events/:username', { params: { username }, body })
  }

  /** Sets the state of a match; returns all of it. */
  scriptMatch(script: MatchScript): Promise<MatchWire> {
    return this.call('POST feed', { body: script })
  }

  /** Removes a scripted match, so that it is in nobody's way. */
  removeMatch(matchId: string): Promise<unknown> {
    return this.call('DELETE feed/:matchId', { params: { matchId } })
  }

  /** The clock of one player is this far ahead of the server's; 0: it follows the server's again. */
  shiftClock(username: string, aheadMs: number): Promise<unknown> {
    return this.call('POST clock/:username', { params: { username }, body: { aheadMs } })
  }

  /** Sets the faults of this player's next calls; without an argument it ends them. */
  setFaults(username: string, faults: Faults = {}): Promise<unknown> {
    return this.call('POST faults', { body: { ...faults, username } })
  }

  /** A caller with the player's session, or a guest: another device without a screen. */
  player(token?: string): PlayerClient {
    return new PlayerClient(this.serverUrl, token)
  }

  /** Like `player`, by path instead of by call. */
  device(token: string): {
    get: <Data>(path: string) => Promise<Data>
    post: <Data>(path: string, body: object) => Promise<Data>
  } {
    const headers = { Authorization: token }
    return {
      get: (path) => this.#send({ method: 'GET', path, headers }),
      post: (path, body) =>
        this.#send({ method: 'POST', path, body, headers: { ...headers, 'Idempotency-Key': randomUUID() } }),
    }
  }

  /** Any of QA's calls, by its method and path: `call('POST captchas', { body: {} })`. Throws RefusedCallError. */
  async call<Name extends SandboxCall>(name: Name, ...input: SandboxInput<Name>): Promise<SandboxData<Name>> {
    const headers: Record<string, string> =
      this.#token === undefined ? {} : { [sandboxTokenHeader]: this.#token }
    return this.#send<SandboxData<Name>>({ ...sandboxRequest(name, ...input), headers })
  }

  async #send<Data>(call: SentCall): Promise<Data> {
    const answer = await send<Data>(this.serverUrl, call)
    if (answer.http !== 200) throw new RefusedCallError(`${call.method} ${call.path}`, answer)
    return answer.data
  }
}
