import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { syncGameCatalogues } from '#server/jobs/gameCatalogues.ts'
import { deriveSecrets } from '#server/config/derivedSecrets.ts'
import { parseConfig } from '#server/config/config.ts'
import { createLog } from '#server/observe/log.ts'
import type { Hub88Call } from '#server/providers/games/hub88/wallet.ts'
import { Hub88Peer, type Hub88Answer } from '../../server/helpers/hub88Peer.ts'
import { kill, webhookSecret, type Lab, type RunningServer } from '../harness/Lab.ts'
import { Stage, type Player } from '../harness/Stage.ts'

const game = 'peer_wheel'
/** The starting balance, in cents. */
const cash = 1_000_00
const unitsPerCent = 1_000

export interface HubRun {
  rounds: number
  /** How often the server is killed meanwhile. */
  kills: number
  players?: number
}

/**
 * Hub88 as it is on a bad day: answers are lost, calls are repeated, some overtake others, and the server is killed in
 * between. A bet without an answer is rolled back, wins and rollbacks are repeated until they are answered with RS_OK. At
 * the end every player has what the peer's own books say, and each transaction has had its effect once.
 */
export async function gameHub(
  lab: Lab,
  { rounds, kills, players = 6 }: HubRun,
): Promise<{ counts: Record<string, number> }> {
  const { db, url: DATABASE_URL } = await lab.database()
  const peer = new Hub88Peer()
  await peer.listen()
  lab.defer(() => peer.close())
  const env = { ...peer.env, DATABASE_URL, DATA_DIR: await lab.folder() }
  const secrets = deriveSecrets(Buffer.alloc(32), { webhookSecret })
  await syncGameCatalogues({ db, config: { ...parseConfig(env).config, secrets }, log: createLog('silent') })
  await db.write('update games set enabled = true where code = $1', [game])

  const service = new Service(lab, env, await lab.server(env))
  const stage = new Stage(lab, db, service.url)
  const gamblers: Gambler[] = []
  for (let i = 0; i < players; i++) {
    const player = await stage.player({ balance: cash / 100 })
    await stage.done({
      kind: 'game launch',
      path: `/api/app/game/session/${game}`,
      body: {},
      token: player.token,
    })
    const launch = peer.launches.at(-1)
    assert.equal(launch?.user, player.userId)
    gamblers.push(new Gambler({ lab, stage, peer, service, player, token: launch.token }))
  }
  const perPlayer = Math.ceil(rounds / players)
  const between = Math.ceil((perPlayer * players) / (kills + 1))
  let played = 0
  await Promise.all(
    gamblers.map(async (gambler) => {
      for (let i = 0; i < perPlayer; i++) {
        await gambler.round()
        if (++played % between === 0 && played / between <= kills) service.restart()
      }
    }),
  )
  await service.ready()
  for (const gambler of gamblers) await gambler.check()
  await lab.checkMoney(db)
  const counts: Record<string, number> = {}
  for (const gambler of gamblers)
    for (const [name, count] of Object.entries(gambler.counts)) counts[name] = (counts[name] ?? 0) + count
  return { counts }
}

/** The server, which another process replaces when it is killed. */
class Service {
  readonly #lab: Lab
  readonly #env: Record<string, string>
  #server: Promise<RunningServer>
  url: string

  constructor(lab: Lab, env: Record<string, string>, server: RunningServer) {
    this.#lab = lab
    this.#env = env
    this.#server = Promise.resolve(server)
    this.url = server.url
  }

  restart(): void {
    this.#server = this.#server.then(async (server) => {
      await kill(server)
      const next = await this.#lab.server(this.#env)
      this.url = next.url
      return next
    })
  }

  async ready(): Promise<void> {
    await this.#server
  }
}

interface Scene {
  lab: Lab
  stage: Stage
  peer: Hub88Peer
  service: Service
  player: Player
  token: string
}

interface Bet {
  id: string
  stake: number
}

/** A player in a game, and the provider's books about them. */
class Gambler {
  readonly counts: Record<string, number> = {}
  readonly #scene: Scene
  #balance = cash
  /** Bets that were accepted and not taken back, and wins of more than nothing. */
  #stakes = 0
  #transactions = 0

  constructor(scene: Scene) {
    this.#scene = scene
  }

  /** One to three bets; each is taken back, lost, or wins once or twice. */
  async round(): Promise<void> {
    const { random } = this.#scene.lab
    const round = randomUUID()
    const bets: Bet[] = []
    for (let i = random.integer(1, 3); i > 0; i--) {
      const bet = await this.#bet(round, random.chance(0.1))
      if (bet) bets.push(bet)
    }
    for (const [i, { id, stake }] of bets.entries()) {
      const isLast = i === bets.length - 1
      if (random.chance(0.15)) {
        await this.#rollBack(round, id)
        this.#balance += stake
        this.#stakes -= stake
        continue
      }
      const wins = random.chance(0.2) ? 2 : 1
      for (let j = 1; j <= wins; j++) {
        const amount = random.chance(0.5) ? random.integer(1, 4) * 50 : 0
        await this.#win(round, id, amount, isLast && j === wins)
        this.#balance += amount
      }
    }
  }

  async check(): Promise<void> {
    const { stage, player } = this.#scene
    const [wallet] = await stage.db.read<{ cash: number; held: number; bets: number }>(
      'select cash, hold_round_cash as held, bet_sum as bets from wallets where user_id = $1',
      [player.userId],
    )
    // A bet that was lost with its round and taken back later still counts as a bet.
    assert.ok(wallet && wallet.bets >= this.#stakes, `bets: ${wallet?.bets} of ${this.#stakes}`)
    const [done] = await stage.db.read<{ count: number }>(
      `select count(*)::int as count from provider_transactions t
        where t.provider = 'hub88' and t.kind <> 'void' and t.body ->> 'userId' = $1`,
      [player.userId],
    )
    // Of a round whose last bet was taken back, what is left stays open until the provider ends it.
    assert.deepEqual(
      { cash: wallet.cash, transactions: done?.count },
      { cash: this.#balance, transactions: this.#transactions },
    )
  }

  /** Undefined when it was refused or taken back. */
  async #bet(round: string, isFree: boolean): Promise<Bet | undefined> {
    const { random } = this.#scene.lab
    const id = randomUUID()
    const stake = random.integer(1, 5) * 50
    const body = this.#body(round, { transaction_uuid: id, amount: stake * unitsPerCent, is_free: isFree })
    // A rollback that overtakes its bet.
    if (random.chance(0.05)) {
      await this.#rollBack(round, id)
      const late = await this.#call('transaction/bet', body)
      if (late) assert.equal(late.status, 'RS_ERROR_UNKNOWN')
      this.#count('late bets refused')
      return undefined
    }
    const answer = await this.#unreliable('transaction/bet', body)
    if (answer?.status === 'RS_ERROR_NOT_ENOUGH_MONEY') return undefined
    if (answer) {
      assert.equal(answer.status, 'RS_OK')
      this.#transactions++
      this.#count(isFree ? 'free bets' : 'bets')
      const held = isFree ? 0 : stake
      this.#balance -= held
      this.#stakes += held
      return { id, stake: held }
    }
    // Nobody knows whether it arrived.
    await this.#rollBack(round, id)
    this.#transactions += await this.#arrived(id)
    this.#count('bets without an answer')
    const late = await this.#call('transaction/bet', body)
    assert.ok(late === undefined || ['RS_OK', 'RS_ERROR_UNKNOWN'].includes(late.status), late?.status)
    return undefined
  }

  /** Whether a bet was there before its rollback. */
  async #arrived(id: string): Promise<number> {
    const rows = await this.#scene.stage.db.read(
      `select 1 from provider_transactions where provider = 'hub88' and id = $1 and kind = 'debit'`,
      [id],
    )
    return rows.length
  }

  async #win(round: string, betId: string, amount: number, isLast: boolean): Promise<void> {
    await this.#untilDone('transaction/win', {
      ...this.#body(round, { transaction_uuid: randomUUID(), amount: amount * unitsPerCent }),
      reference_transaction_uuid: betId,
      round_closed: isLast,
    })
    this.#count(amount > 0 ? 'wins' : 'losses')
  }

  async #rollBack(round: string, betId: string): Promise<void> {
    const {
      amount: _,
      currency: _c,
      ...body
    } = this.#body(round, { transaction_uuid: randomUUID(), amount: 0 })
    await this.#untilDone('transaction/rollback', { ...body, reference_transaction_uuid: betId })
    this.#count('rollbacks')
  }

  /** Repeats what must not be lost. */
  async #untilDone(call: Hub88Call, body: object): Promise<void> {
    for (;;) {
      const answer = await this.#unreliable(call, body)
      if (!answer) continue
      assert.equal(answer.status, 'RS_OK', `${call} ${JSON.stringify(body)}`)
      this.#transactions++
      return
    }
  }

  /** Undefined when no answer arrives. Some calls are lost, or their answers; some are sent several times at once. */
  async #unreliable(call: Hub88Call, body: object): Promise<Hub88Answer | undefined> {
    const { random } = this.#scene.lab
    if (random.chance(0.05)) return undefined
    if (random.chance(0.08)) {
      await this.#call(call, body)
      return undefined
    }
    if (!random.chance(0.1)) return this.#call(call, body)
    const answers = await Promise.all([1, 2, 3].map(() => this.#call(call, body)))
    const known = answers.filter((answer) => answer !== undefined)
    assert.equal(new Set(known.map(({ status }) => status)).size <= 1, true, JSON.stringify(known))
    this.#count('calls sent three times at once')
    return known.at(-1)
  }

  async #call(call: Hub88Call, body: object): Promise<Hub88Answer | undefined> {
    const { stage, peer, service } = this.#scene
    await service.ready()
    const { path, body: text, headers } = peer.signed(call, body)
    const result = await stage.send(
      { kind: `hub88 ${call}`, path, body: text, headers },
      { url: service.url },
    )
    if (!result.hasResponse) this.#count('calls that a kill has cut')
    return result.hasResponse && result.http === 200 ? (JSON.parse(result.text) as Hub88Answer) : undefined
  }

  #body(round: string, more: { transaction_uuid: string; amount: number; is_free?: boolean }) {
    const { player, token } = this.#scene
    return { user: player.userId, token, game_code: game, currency: 'BRL', round, ...more }
  }

  #count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1
  }
}
