import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { fromBankAmount } from '#server/providers/bank/amounts.ts'
import { EfiPeer } from '../../peers/EfiPeer.ts'
import { bankEnvironment } from '../../peers/bankEnvironment.ts'
import { PixPeer } from '../../peers/PixPeer.ts'
import type { PeerFault } from '../../peers/BankPeer.ts'
import { kill, type Lab, type RunningServer } from '../harness/Lab.ts'
import { Stage, type Player } from '../harness/Stage.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'

/** What every player begins with, and asks for, in cents. */
const balance = 100_000
const withdrawn = 6_000
/** What arrives of a withdrawal: Efí pays, sends back, refuses later or at once, by the amount. */
const arriving = [300, 400, 500, 900, 1_500, 2_100]
/** How long the end may take until both banks' books are ours, in ms. */
const endMs = 60_000

/** Where a call can be disturbed: every call by which money comes or goes. */
const steps = [
  { peer: 'pix', method: 'PUT', path: '/api/v2/cob' },
  { peer: 'pix', method: 'GET', path: '/api/v2/cob' },
  { peer: 'pix', method: 'PATCH', path: '/api/v2/cob' },
  { peer: 'efi', method: 'PUT', path: '/v3/gn/pix' },
  { peer: 'efi', method: 'GET', path: '/v2/gn/pix/enviados/id-envio' },
  { peer: 'pix', method: 'POST', path: '/oauth/token' },
  { peer: 'efi', method: 'POST', path: '/oauth/token' },
] as const

interface Customer {
  player: Player
  withdrawal: string | undefined
}

/**
 * Deposits by Pix and payouts at Efí while both banks fail at every step, are slow, tell twice, late, in another order or not at
 * all, strangers forge callbacks, and the server is killed in the middle of a call. At the end the wallets are what the banks'
 * own books say: nothing is lost, nothing is twice.
 */
export async function banks(
  lab: Lab,
  { customers, kills }: { customers: number; kills: number },
): Promise<{ credited: number; paidOut: number; killed: number }> {
  const run = await Run.start(lab)
  const every = Math.ceil(customers / kills)
  for (let i = 0; i < customers; i++) await run.serve(i % every === 0)
  await run.settle()
  return run.verify()
}

class Run {
  readonly #lab: Lab
  readonly #stage: Stage
  readonly #pix: PixPeer
  readonly #efi: EfiPeer
  readonly #env: Record<string, string>
  readonly #customers: Customer[] = []
  #server: RunningServer
  #nextStep = 0
  #killed = 0
  /** Resolves when a server that is being killed is gone. */
  #dying: Promise<void> | undefined

  private constructor(
    lab: Lab,
    banks: { pix: PixPeer; efi: EfiPeer },
    { stage, server, env }: { stage: Stage; server: RunningServer; env: Record<string, string> },
  ) {
    this.#lab = lab
    this.#pix = banks.pix
    this.#efi = banks.efi
    this.#stage = stage
    this.#server = server
    this.#env = env
  }

  static async start(lab: Lab): Promise<Run> {
    const [pix, efi] = [await PixPeer.start(), await EfiPeer.start()]
    lab.defer(async () => {
      await pix.close()
      await efi.close()
    })
    const { url, db } = await lab.database()
    const folder = await lab.folder()
    const env = {
      ...bankEnvironment(folder, { pix, efi }),
      DATABASE_URL: url,
      DATA_DIR: folder,
      ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    }
    const server = await lab.server(env)
    return new Run(lab, { pix, efi }, { stage: new Stage(lab, db, server.url), server, env })
  }

  /** One customer deposits and withdraws, with faults on the way; `isDeadly`: one of them kills the server. */
  async serve(isDeadly: boolean): Promise<void> {
    const { random } = this.#lab
    const customer: Customer = {
      player: await this.#untilDone(() => this.#stage.player({ balance: balance / 100, level: 12 })),
      withdrawal: undefined,
    }
    this.#customers.push(customer)
    if (isDeadly) this.#killAt(steps[this.#nextStep++ % steps.length] ?? steps[0])
    else for (let i = 0; i < 2; i++) this.#disturb()
    await this.#deposit(customer)
    if (random.chance(0.3)) await this.#forge()
    await this.#withdraw(customer)
    await this.#tellOfPayouts()
    await this.#aliveAgain()
  }

  /** The last word: the banks work, everything that waits is due, and a server that has just been started finds all of it. */
  async settle(): Promise<void> {
    this.#pix.heal()
    this.#efi.heal()
    this.#efi.decidesAtOnce = true
    for (const { valor, idEnvio, status } of this.#efi.sent.values())
      if (status === 'REALIZADO' && ['4.00', '5.00'].includes(valor)) this.#efi.giveBack(idEnvio)
    await kill(this.#server)
    await this.#makeDue()
    // The next server need not wait until those that have died could not be at work any more.
    await this.#stage.db.write(
      `update pgboss.job set started_on = now() - interval '1 hour' where state = 'active'`,
    )
    await this.#stage.db.write(`update reconciled_days set compared_at = compared_at - interval '2 hours'`)
    await this.#restart()
    const deadline = performance.now() + endMs
    while (performance.now() < deadline) {
      if (await this.#isSettled()) return
      await this.#makeDue()
      await delay(200)
    }
    const waiting = await this.#stage.db.read(
      `select id, status::text, asked_at from withdrawals where status in ('requested', 'approved', 'sent')
       union all select id, status, asked_at from orders where status = 'created' or charge_state in ('asked', 'unknown', 'closing')`,
    )
    assert.fail(`not settled: ${JSON.stringify([waiting, await this.#wrongWallets()])}`)
  }

  /** What waits for its time need not wait. */
  async #makeDue(): Promise<void> {
    await this.#stage.db.write(
      `update orders set asked_at = asked_at - interval '1 hour'
        where status in ('created', 'pending') or charge_state in ('asked', 'unknown', 'closing')`,
    )
    await this.#stage.db.write(
      `update pgboss.job set start_after = now() where state in ('created', 'retry') and name <> 'sendMail'`,
    )
  }

  async verify(): Promise<{ credited: number; paidOut: number; killed: number }> {
    const { db } = this.#stage
    assert.deepEqual(await this.#wrongWallets(), [])
    const open = await db.read(
      `select kind, subject, our_state, their_state from payment_differences where state = 'open'`,
    )
    assert.deepEqual(open, [])
    assert.deepEqual([...this.#pix.violations, ...this.#efi.violations], [])
    await this.#lab.checkMoney(db)
    return {
      killed: this.#killed,
      credited: this.#pix.received.size,
      paidOut: [...this.#efi.sent.values()].filter(({ status }) => status === 'REALIZADO').length,
    }
  }

  async #deposit({ player }: Customer): Promise<void> {
    const { random, journal } = this.#lab
    // A client repeats its call with its key.
    const key = randomUUID()
    for (let attempt = 0; attempt < 3; attempt++) {
      const response = await this.#stage.send({
        kind: 'deposit',
        path: '/api/app/order/prePay/brl-20',
        body: { gift: 0 },
        form: true,
        token: player.token,
        key,
      })
      await this.#aliveAgain()
      if (response.hasResponse && response.http === 200) break
    }
    // Whatever the server has been answered: who has the code may pay it.
    const mine = await this.#chargesOf(player)
    const open = mine.filter((txid) => this.#pix.charges.get(txid)?.status === 'ATIVA')
    for (const txid of open) {
      if (random.chance(0.15)) continue
      const { endToEndId } = this.#pix.pay(txid)
      if (random.chance(0.2)) this.#pix.takeBack(endToEndId)
      const times = random.pick([0, 1, 1, 5])
      const told = await Promise.allSettled(Array.from({ length: times }, () => this.#pix.notify(endToEndId)))
      for (const { status } of told)
        journal.operation('bank callback', status === 'fulfilled' ? 'acknowledged' : 'unknown')
      await this.#aliveAgain()
    }
  }

  async #withdraw(customer: Customer): Promise<void> {
    const { token } = customer.player
    const body = {
      payCardBank: 'CPF',
      payCardNo: randomCpf(),
      name: 'Ana',
      amount: withdrawn / 100,
      ifsc: '',
      whatsapp: '',
    }
    const key = randomUUID()
    const call = { kind: 'withdrawal', path: '/api/app/order/withdraw', body, token, key }
    const { orderId } = await this.#untilDone(() => this.#stage.done<{ orderId: string }>(call))
    customer.withdrawal = orderId
    await this.#stage.db.write('update withdrawals set fee = amount - $2 where id = $1', [
      orderId,
      this.#lab.random.pick(arriving),
    ])
    // Who decides is told of the bank's silence; the job goes on.
    await this.#stage.send({
      kind: 'approval',
      path: `/sandbox/api/withdrawals/${orderId}/approve`,
      body: {},
    })
    await this.#aliveAgain()
  }

  /** Callbacks of payouts, in another order than they happened, some twice, some never. */
  async #tellOfPayouts(): Promise<void> {
    const { random, journal } = this.#lab
    const undecided = [...this.#efi.sent.values()].filter(({ status }) => status === 'EM_PROCESSAMENTO')
    const callbacks = undecided
      .filter(() => random.chance(0.6))
      .flatMap(({ idEnvio, valor }) => {
        const settled = this.#efi.settle(idEnvio)
        const comesBack = settled.status === 'REALIZADO' && ['4.00', '5.00'].includes(valor)
        return comesBack ? [this.#efi.giveBack(idEnvio), settled] : [settled]
      })
    for (const callback of random.shuffled([...callbacks, ...callbacks]).slice(0, callbacks.length + 1)) {
      await this.#aliveAgain()
      const told = await Promise.allSettled([this.#efi.notify(callback)])
      journal.operation('bank callback', told[0]?.status === 'fulfilled' ? 'acknowledged' : 'unknown')
    }
  }

  /** A stranger who knows the address and somebody's ids says that everything was paid, and everything went back. */
  async #forge(): Promise<void> {
    const charges = [...this.#pix.charges.keys()].slice(-3)
    const payouts = [...this.#efi.sent.keys()].slice(-3)
    const pix = [
      ...charges.map((txid) => ({
        txid,
        valor: '9999.00',
        devolucoes: [{ status: 'DEVOLVIDO', valor: '9999.00' }],
      })),
      ...payouts.map((idEnvio) => ({ status: 'NAO_REALIZADO', gnExtras: { idEnvio } })),
    ]
    await this.#stage.send({ kind: 'forged callback', path: '/provider/bank/webhook', body: { pix } })
  }

  #disturb(): void {
    const { random } = this.#lab
    const { peer, ...where } = random.pick(steps)
    const when = random.pick(['before', 'after'] as const)
    // A bank that refuses has done nothing: a refusal of what it has done would be a lie.
    const statuses = when === 'before' ? (['cut', 429, 500, 503] as const) : (['cut', 500, 503] as const)
    const status = random.pick(statuses)
    const fault: PeerFault = {
      ...where,
      when,
      delayMs: random.integer(0, 80),
      ...(status !== 'cut' && { status }),
    }
    this.#peer(peer).fail(fault)
    this.#lab.journal.cut(`${where.method} ${where.path}, ${when}, ${status}`, 0)
  }

  /** The server dies in the middle of the call: before the bank has done anything, or when it has. */
  #killAt({ peer, ...where }: (typeof steps)[number]): void {
    const when = this.#lab.random.pick(['before', 'after'] as const)
    const server = this.#server
    this.#peer(peer).fail({
      ...where,
      when,
      meanwhile: async () => {
        this.#killed++
        this.#dying = kill(server)
        await this.#dying
      },
    })
    this.#lab.journal.cut(`${where.method} ${where.path}, ${when}, killed`, 0)
  }

  #peer(name: 'pix' | 'efi'): PixPeer | EfiPeer {
    return name === 'pix' ? this.#pix : this.#efi
  }

  async #aliveAgain(): Promise<void> {
    if (this.#dying === undefined) return
    await this.#dying
    this.#dying = undefined
    await this.#restart()
  }

  /** Does what must succeed, again when the server was killed meanwhile. */
  async #untilDone<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      await this.#aliveAgain()
      try {
        return await work()
      } catch (error) {
        if (attempt === 3 || this.#dying === undefined) throw error
      }
    }
  }

  async #restart(): Promise<void> {
    this.#server = await this.#lab.server(this.#env)
    this.#stage.url = this.#server.url
  }

  async #chargesOf({ userId }: Player): Promise<string[]> {
    const rows = await this.#stage.db.read<{ id: string }>('select id from orders where user_id = $1', [
      userId,
    ])
    return rows.map(({ id }) => id.replaceAll('-', ''))
  }

  async #isSettled(): Promise<boolean> {
    const [row] = await this.#stage.db.read<{ waiting: number }>(
      `select (select count(*) from withdrawals where status in ('requested', 'approved', 'sent'))
         + (select count(*) from orders where status = 'created') as waiting`,
    )
    return row?.waiting === 0 && (await this.#wrongWallets()).length === 0
  }

  /** Players whose cash is not what the banks' own books make of it. */
  async #wrongWallets(): Promise<{ userId: string; cash: number; expected: number }[]> {
    const wrong = []
    for (const { player, withdrawal } of this.#customers) {
      const mine = new Set(await this.#chargesOf(player))
      const sum = (amounts: string[]) => amounts.reduce((all, valor) => all + fromBankAmount(valor), 0)
      const received = [...this.#pix.received.values()].filter(({ txid }) => mine.has(txid ?? ''))
      const paid = sum(received.map(({ valor }) => valor))
      const taken = sum(received.flatMap(({ devolucoes }) => devolucoes.map(({ valor }) => valor)))
      const sent = this.#efi.sent.get(withdrawal?.replaceAll('-', '') ?? '')
      const isOut =
        sent?.status === 'REALIZADO' &&
        sum(sent.devolucoes.map(({ valor }) => valor)) < fromBankAmount(sent.valor)
      const expected = balance + paid - taken - (isOut ? withdrawn : 0)
      const [row] = await this.#stage.db.read<{ cash: number }>(
        'select cash + hold_withdrawal as cash from wallets where user_id = $1',
        [player.userId],
      )
      if (row?.cash !== expected) wrong.push({ userId: player.userId, cash: row?.cash ?? NaN, expected })
    }
    return wrong
  }
}
