import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '#server/db/client.ts'
import type { Stage } from '../../reliability/harness/Stage.ts'

/** Players who register without end: what only one may have is claimed on another node than the player's. */
export class Newcomers {
  readonly #stage: Stage
  readonly #acknowledged: string[] = []
  readonly #tried: string[] = []
  #isOver = true
  #running: Promise<void> = Promise.resolve()

  constructor(stage: Stage) {
    this.#stage = stage
  }

  get count(): number {
    return this.#acknowledged.length
  }

  start(): void {
    this.#isOver = false
    this.#running = this.#register()
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#running
  }

  /** Those who were acknowledged and are not there, or not with all that belongs to an account, and those who are there twice. */
  async missing(db: Db): Promise<string[]> {
    const rows = await db.read<{ email: string; accounts: number; wallets: number }>(
      `select u.email, count(*) as accounts, count(w.user_id) as wallets
        from users u left join wallets w on w.user_id = u.id where u.email = any($1) group by u.email`,
      [this.#tried],
    )
    const claimed = await db.read<{ claim: string }>(
      `select claim from player_claims where kind = 'users_email' and claim = any($1)`,
      [this.#tried],
    )
    const claims = new Set(claimed.map(({ claim }) => claim))
    const found = new Map(rows.map((row) => [row.email, row]))
    const lost = this.#acknowledged
      .filter((email) => !found.has(email))
      .map((email) => `${email} is not there`)
    const odd = rows
      .filter(({ email, accounts, wallets }) => accounts !== 1 || wallets !== 1 || !claims.has(email))
      .map((row) => `not one of each: ${JSON.stringify(row)}`)
    const vain = [...claims]
      .filter((email) => !found.has(email))
      .map((email) => `${email} is claimed for nobody`)
    return [...lost, ...odd, ...vain]
  }

  async #register(): Promise<void> {
    while (!this.#isOver) {
      const username = `storm-${randomUUID()}@gmail.com`
      this.#tried.push(username)
      try {
        await this.#stage.sandbox.createUser({ username, balance: 10 })
        this.#acknowledged.push(username)
      } catch (error) {
        // The server or its database is away, which is what the storm is about.
        if (!(error instanceof Error)) throw error
        await delay(40)
      }
    }
  }
}
