import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Db } from '#server/db/client.ts'
import { writeExports } from '#server/domain/accounts/exports/writeExports.ts'
import { deleteExpired } from '#server/jobs/expiredRows.ts'
import { exportPath, exportText } from './helpers/exports.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'

const server = await createTestServer()
const { call, clock, deps, player: newPlayer } = server
const { db } = deps
const url = await server.listen()

const minute = 60_000
const never = () => false

interface Job {
  exportId: string
  state: string
  lines: number
  bytes: number
}

const request = (player: TestPlayer, kind: string, lang = 'pt_BR') =>
  call<Job>('POST', '/api/app/exports/request', { player, body: { kind }, lang })
const list = async (player: TestPlayer) => (await call<Job[]>('GET', '/api/app/exports', { player })).data
const link = (player: TestPlayer, id: string) =>
  call<{ path: string }>('POST', `/api/app/exports/${id}/link`, { player, body: {} })
async function chunksOf({ userId }: TestPlayer): Promise<Buffer[]> {
  const rows = await db.read<{ body: Buffer }>(
    'select body from export_chunks c join exports e on e.id = c.export_id where e.user_id = $1',
    [userId],
  )
  return rows.map(({ body }) => body)
}

/** Inserts `count` rounds into the ledger's table, each of which lost one cent. */
async function addRounds(player: TestPlayer, count: number): Promise<void> {
  await db.write(
    `insert into transfers (key, kind, user_id, ref_type, ref_id, args, accounts, amounts, balances, at)
     select 'export:' || $1 || n, 'play', $1, 'round', n::text, '{"stake": 2, "payout": 1, "wallet": "cash"}',
       '{cash,house_games,house_games,cash}', '{-2,2,-1,1}',
       array[$2::bigint - n, null, null, $2::bigint - n + 1], $3
     from generate_series(1, $2::int) n`,
    [player.userId, count, clock.now()],
  )
}

/** A database that records its reads outside transactions and the number of rows that each returned. */
function recording(inner: Db): { db: Db; rows: number[]; texts: string[] } {
  const [rows, texts]: [number[], string[]] = [[], []]
  const read: Db['read'] = async (sql, params) => {
    const found = await inner.read(sql, params)
    rows.push(found.length)
    texts.push(sql)
    return found as never
  }
  return { db: { ...inner, read }, rows, texts }
}

describe('a file with a player’s data', () => {
  it('is requested, written by the job, and downloaded with its name and size', async () => {
    // An hour and a half past midnight in UTC.
    const sinceMidnight = clock.now().getTime() % (24 * 60 * minute)
    await clock.advance((24 + 1.5) * 60 * minute - sinceMidnight)
    const player = await newPlayer({ balance: 100 })
    expect(await list(player)).toEqual([])
    expect((await request(player, 'statement')).data).toMatchObject({ state: 'waiting', lines: 0 })
    expect((await link(player, (await list(player))[0]?.exportId ?? '')).httpStatus).toBe(404)
    await writeExports(deps, never)
    const [job] = await list(player)
    expect(job).toMatchObject({ state: 'ready', lines: 1 })
    const { data } = await link(player, job?.exportId ?? '')
    const response = await fetch(`${url}${data.path}`)
    // In Brasília, three hours behind UTC.
    const day = new Date(clock.now().getTime() - 180 * minute).toISOString().slice(0, 10)
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="palpite-${day}.csv"`)
    expect(response.headers.get('content-length')).toBe(String(job?.bytes))
    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = Buffer.from(await response.arrayBuffer()).toString()
    expect(text).toMatch(/^\uFEFFData e hora.*\r\n.*;Ajuste;;;;100,00;0,00;100,00;;adjust:[\w-]+\r\n$/)
    expect(Buffer.byteLength(text)).toBe(job?.bytes)
  })

  it('has the order code of each posting: recharge 13, prize 19, anything else 199', async () => {
    const player = await newPlayer({ balance: 100 })
    const prices = await call<{ pkgId: string }[]>('GET', '/api/app/order/getPrices', { player })
    const pkgId = prices.data[0]?.pkgId ?? ''
    const body = { gift: 1, pkgId, isapp: 0 }
    const { data } = await call<{ orderId: string }>('POST', `/api/app/order/prePay/${pkgId}`, {
      player,
      body,
    })
    await call('POST', `/sandbox/api/orders/${data.orderId}/pay`, { body: {} })
    await server.deps.db.write('update users set gift = true where id = $1', [player.userId])
    await call('POST', '/api/app/main/claimGift', { player, body: {} })
    const rows = (await exportText(server, player.token, 'neutralStatement')).trim().split('\r\n').slice(1)
    const codes = rows.map((row) => row.split(',')).map((fields) => [fields[1], fields.at(-1)])
    expect(codes).toEqual([
      ['bonus', '19'],
      ['deposit', '13'],
      ['adjust', '199'],
    ])
  })

  it('the statement is a sheet in the player’s language: separators, dates and numbers as a spreadsheet reads them', async () => {
    const player = await newPlayer({ balance: 1234.5 })
    const bet = await call<{ payout: number }>('POST', '/api/app/game/dice/bet', {
      player,
      body: { amount: 12.5, direction: 'over', chance: 50 },
    })
    const sheetIn = async (lang: string) => {
      await db.write('delete from exports where user_id = $1', [player.userId])
      await request(player, 'statement', lang)
      await writeExports(deps, never)
      const [{ exportId } = { exportId: '' }] = await list(player)
      const { payload } = await server.app.inject({
        method: 'GET',
        url: (await link(player, exportId)).data.path,
      })
      return payload
    }
    const sheet = await sheetIn('pt_BR')
    expect(sheet.startsWith('\uFEFFData e hora (Brasília);Lançamento;Jogo;Aposta;Retorno;')).toBe(true)
    const [first = ''] = sheet.split('\r\n').slice(1)
    const won = bet.data.payout.toFixed(2).replace('.', ',')
    const after = (1234.5 - 12.5 + bet.data.payout).toFixed(2).replace('.', ',')
    const [time, what, game, stake, payout, , , balance] = first.split(';')
    expect(time).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/)
    expect([what, game, stake, payout, balance]).toEqual(['Aposta e resultado', 'Dice', '12,50', won, after])
    expect(await sheetIn('en_US')).toMatch(
      /^\uFEFFDate and time \(Brasília\),Entry,Game,.*\r\n\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d,Bet and result,Dice,12\.50,/,
    )
    expect(await sheetIn('ja_JP')).toMatch(/\r\n\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,ベットと結果,/)
  })

  it('can be requested once an hour for each kind', async () => {
    const player = await newPlayer()
    const first = (await request(player, 'statement')).data
    const both = await Promise.all([request(player, 'personalData'), request(player, 'personalData')])
    expect(new Set(both.map(({ data }) => data.exportId)).size).toBe(1)
    const again = await request(player, 'statement')
    expect(again.data.exportId).toBe(first.exportId)
    expect(again.message).toBe('Um arquivo novo pode ser pedido uma vez por hora. Este é o último.')
    await writeExports(deps, never)
    await clock.advance(59 * minute)
    const early = await request(player, 'statement', 'en_US')
    expect([early.data.exportId, early.data.state]).toEqual([first.exportId, 'ready'])
    expect(early.message).toBe('You can request a new file once an hour. This is the latest one.')
    await clock.advance(2 * minute)
    const next = await request(player, 'statement')
    expect(next).toMatchObject({ message: '', data: { state: 'waiting' } })
    expect(next.data.exportId).not.toBe(first.exportId)
    await writeExports(deps, never)
  })

  it('is for its owner only, at an address that is valid for a minute', async () => {
    const [ana, bia] = [await newPlayer({ balance: 11 }), await newPlayer({ balance: 22.22 })]
    const path = await exportPath(server, ana.token, 'statement')
    const [job] = await list(ana)
    expect(await list(bia)).toEqual([])
    expect((await link(bia, job?.exportId ?? '')).httpStatus).toBe(404)
    const guest = await call('POST', `/api/app/exports/${job?.exportId}/link`, { body: {} })
    expect(guest.httpStatus).toBe(401)
    const text = await exportText(server, bia.token, 'personalData')
    expect(text).toContain(bia.username)
    expect(text).toContain('22.22')
    expect(text).not.toContain(ana.username)
    expect(text).not.toContain(ana.userId)
    expect(path).toMatch(/^\/api\/app\/exports\/file\/[\w-]{64}$/)
    for (const address of [path, path.replace('exports/file', 'exportFile')])
      expect((await fetch(`${url}${address}`)).status, address).toBe(200)
    expect((await fetch(`${url}/api/app/exportFile/${'a'.repeat(43)}`)).status).toBe(404)
    await clock.advance(minute + 1_000)
    expect((await fetch(`${url}${path}`)).status).toBe(404)
  })

  it('is sealed where it is stored, deleted after a day, and with the account', async () => {
    const player = await newPlayer()
    await exportText(server, player.token, 'personalData')
    const [sealed] = await chunksOf(player)
    // A file that is compressed but not encrypted would have gzip's magic number after the vault's 28 bytes.
    expect(sealed?.subarray(28, 30)).not.toEqual(Buffer.from([0x1f, 0x8b]))
    expect(sealed?.subarray(0, 2)).not.toEqual(Buffer.from([0x1f, 0x8b]))
    await deleteExpired(deps)
    expect(await list(player)).toHaveLength(1)
    await clock.advance(24 * 60 * minute + 1_000)
    expect(await list(player)).toEqual([])
    await deleteExpired(deps)
    expect(await chunksOf(player)).toEqual([])

    const other = await newPlayer()
    await exportText(server, other.token, 'personalData')
    const body = { pwd: 'Segura-123' }
    const erased = await call('POST', '/api/app/user/personalData/erase', { player: other, body })
    expect(erased.httpStatus).toBe(200)
    expect(await chunksOf(other)).toEqual([])
  })

  it('of all data has the limits of the house and of the desk, and the favourite matches', async () => {
    const { token, userId } = await newPlayer()
    await deps.db.write(
      `insert into house_limits (user_id, kind, period, amount, made_by, created_at)
       values ($1, 'stake', 'bet', 500, 'staff-1', now())`,
      [userId],
    )
    await deps.db.write(
      `insert into desk_player_limits (user_id, max_stake, changed_by, changed_at) values ($1, 2000, 'staff-1', now())`,
      [userId],
    )
    await deps.db.write(
      `insert into sports_favourites (user_id, matches, leagues, folded, changed_at)
       values ($1, '{m1}', '{l1}', '{}', now())`,
      [userId],
    )
    const file = JSON.parse(await exportText(server, token, 'personalData')) as Record<string, unknown[]>
    expect(file['houseLimits']).toMatchObject([{ kind: 'stake', period: 'bet', value: 5 }])
    expect(file['sportsLimits']).toMatchObject([{ max_stake_amount: 20, max_win_amount: null }])
    expect(file['sportsFavourites']).toMatchObject([{ matches: '{m1}', leagues: '{l1}' }])
  })

  it('that took a long time is announced by a message; one that was ready at once is not', async () => {
    const player = await newPlayer()
    const kinds = async () => {
      const { data } = await call<{ list: { kind: string }[] }>('GET', '/api/app/messages', { player })
      return data.list.map(({ kind }) => kind)
    }
    await exportText(server, player.token, 'statement')
    expect(await kinds()).not.toContain('statementReady')
    await request(player, 'personalData')
    await clock.advance(6_000)
    await writeExports(deps, never)
    expect(await kinds()).toContain('dataReady')
  })

  it('that cannot be written is abandoned after three attempts, and may be requested again at once', async () => {
    const player = await newPlayer()
    const first = (await request(player, 'statement')).data
    const broken = { ...deps, ledger: { ...deps.ledger, entriesOf: () => Promise.reject(new Error('no')) } }
    for (const state of ['waiting', 'waiting', 'failed']) {
      await writeExports(broken, never)
      expect((await list(player))[0]?.state).toBe(state)
    }
    const again = await request(player, 'statement')
    expect(again.data.state).toBe('waiting')
    expect(again.data.exportId).not.toBe(first.exportId)
    await writeExports(deps, never)
    expect((await list(player))[0]?.state).toBe('ready')
  })

  it('has every row when pages end between rows of the same moment', async () => {
    const player = await newPlayer()
    await db.write(
      `insert into game_rounds (id, user_id, game, wallet, stake, status, created_at)
       select lpad(n::text, 6, '0') || $1, $1, 'mines', 'cash', 1, 'settled',
         $2::timestamptz + (n / 700) * interval '1 microsecond'
       from generate_series(1, 1400) n`,
      [player.userId, clock.now()],
    )
    const { rounds } = JSON.parse(await exportText(server, player.token, 'personalData')) as {
      rounds: { id: string }[]
    }
    expect(rounds).toHaveLength(1_400)
    expect(new Set(rounds.map(({ id }) => id)).size).toBe(1_400)
  })
})

describe('downloads', () => {
  it('count towards the rate limit of the caller’s IP address', async () => {
    const limited = await createTestServer({ RATE_LIMITS: 'guests=1/3' })
    const unknown = `/api/app/exportFile/${'a'.repeat(43)}`
    const codes = await Promise.all([1, 2, 3, 4, 5].map(() => limited.call('GET', unknown)))
    expect(codes.map(({ httpStatus }) => httpStatus)).toEqual([404, 404, 404, 429, 429])
  })
})

describe('a long file', () => {
  it('of 50,000 postings is read, stored and sent in small pieces', { timeout: 60_000 }, async () => {
    const player = await newPlayer()
    await addRounds(player, 50_000)
    await request(player, 'personalData')
    const writing = recording(db)
    await writeExports({ ...deps, db: writing.db }, never)
    expect(Math.max(...writing.rows)).toBeLessThanOrEqual(500)
    const [job] = await list(player)
    expect(job).toMatchObject({ state: 'ready' })
    expect(job?.lines).toBeGreaterThan(100_000)
    const chunks = await chunksOf(player)
    expect(chunks.length).toBeGreaterThan(20)
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(400_000)

    // The client pauses after the headers, so the server may read only as many chunks as the connection buffers.
    const { data } = await link(player, job?.exportId ?? '')
    const { read } = db
    const reading = recording({ ...db, read })
    db.read = reading.db.read
    try {
      const sent = () => reading.texts.filter((sql) => sql.includes('from export_chunks')).length
      const [response] = (await once(httpGet(`${url}${data.path}`), 'response')) as [IncomingMessage]
      response.pause()
      let before = -1
      while (sent() !== before) {
        before = sent()
        await delay(200)
      }
      expect(sent()).toBeLessThan(chunks.length / 2)

      // Another download of the player waits for this one; other calls do not.
      let isSecondSent = false
      const second = fetch(`${url}${data.path}`).then(async ({ status, body }) => {
        isSecondSent = true
        await body?.cancel()
        return status
      })
      expect(await exportText(server, (await newPlayer()).token, 'neutralStatement')).toContain('time,kind')
      expect((await call('GET', '/api/app/limits', { player })).httpStatus).toBe(200)
      expect(isSecondSent).toBe(false)

      const parts: Buffer[] = []
      for await (const part of response) parts.push(part as Buffer)
      const text = Buffer.concat(parts)
      expect(text.length).toBe(job?.bytes)
      const { ledger } = JSON.parse(text.toString()) as { ledger: { id: number }[] }
      expect(ledger).toHaveLength(100_000)
      expect(new Set(ledger.map(({ id }) => id)).size).toBe(50_000)
      expect(await second).toBe(200)
    } finally {
      db.read = read
    }
  })

  it(
    'continues where it stopped when its process dies, in one process only',
    { timeout: 60_000 },
    async () => {
      const player = await newPlayer()
      await addRounds(player, 8_000)
      await request(player, 'statement')
      // After its first chunk this process gets no more responses from the database.
      let saved = 0
      const dying: Db = { ...db, tx: (fn) => (++saved > 1 ? new Promise<never>(() => undefined) : db.tx(fn)) }
      void writeExports({ ...deps, db: dying }, never)
      await expect.poll(() => saved, { timeout: 20_000 }).toBe(2)
      await writeExports(deps, never)
      const [interrupted] = await list(player)
      expect(interrupted?.state).toBe('running')
      expect(interrupted?.lines).toBeGreaterThan(0)

      await db.write(`update exports set worked_at = worked_at - interval '31 seconds' where user_id = $1`, [
        player.userId,
      ])
      const other = await server.startAnother()
      const [one, two] = [recording(db), recording(other.deps.db)]
      await Promise.all([
        writeExports({ ...deps, db: one.db }, never),
        writeExports({ ...other.deps, db: two.db }, never),
      ])
      const [job] = await list(player)
      expect(job).toMatchObject({ state: 'ready', lines: 8_000 })
      const { data } = await link(player, job?.exportId ?? '')
      const text = await (await fetch(`${url}${data.path}`)).text()
      const references = text.trim().split('\r\n').slice(1)
      expect(references).toHaveLength(8_000)
      expect(new Set(references.map((line) => line.split(';').at(-1))).size).toBe(8_000)
    },
  )

  it('is continued by another process when this one stops', { timeout: 60_000 }, async () => {
    const player = await newPlayer()
    await addRounds(player, 2_000)
    await request(player, 'statement')
    let checks = 0
    await writeExports(deps, () => ++checks > 3)
    const [stopped] = await list(player)
    expect(stopped?.state).toBe('waiting')
    expect(stopped?.lines).toBeGreaterThan(0)
    expect(stopped?.lines).toBeLessThan(2_000)
    await writeExports(deps, never)
    expect((await list(player))[0]).toMatchObject({ state: 'ready', lines: 2_000 })
  })
})
