/** The regulator's reports: their sums are the ledger's, and each lot is signed, checked, sent once and accounted for. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { SignedXml } from 'xml-crypto'
import { cents } from '#contract/money.ts'
import {
  familyNames,
  lotLimits,
  reportFamilies,
  type ReportFamily,
} from '#contract/rules/regulatorReports.ts'
import {
  makeReports,
  readLotFile,
  requestReport,
  sendAgain,
  sendReports,
} from '#server/domain/regulator/deliveries.ts'
import { validateXml } from '#server/providers/regulator/reportFiles.ts'
import { toLots } from '#server/domain/regulator/lots.ts'
import type { ReportRecord } from '#server/domain/regulator/records.ts'
import { readRevenue } from '#server/domain/reports/revenue.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { shiftDay } from '#server/time/days.ts'
import { SigapPeer } from '../peers/SigapPeer.ts'
import { createTestApp, type TestApp } from './helpers/testApp.ts'

const peer = await SigapPeer.start()
const folder = mkdtempSync(join(tmpdir(), 'regulator-'))
/** A schema of our own: any fields, whose amounts are whole numbers. The official ones are the operator's. */
const schemaOf = (fields: string) => `<?xml version="1.0"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="unqualified">
  <xs:element name="lote"><xs:complexType><xs:sequence>
    <xs:element name="registro" minOccurs="0" maxOccurs="7500"><xs:complexType><xs:sequence>${fields}</xs:sequence></xs:complexType></xs:element>
    <xs:any namespace="http://www.w3.org/2000/09/xmldsig#" processContents="skip" minOccurs="0"/>
  </xs:sequence><xs:anyAttribute processContents="skip"/></xs:complexType></xs:element>
</xs:schema>`
const anything = '<xs:any processContents="skip" maxOccurs="unbounded"/>'
const environment = peer.environment(folder)
for (const name of Object.values(reportFamilies))
  writeFileSync(join(folder, `${name}.xsd`), schemaOf(anything))
afterAll(async () => {
  await peer.close()
  rmSync(folder, { recursive: true })
})

const dayMs = 86_400_000
const actor = { kind: 'job', id: 'test' } as const
let count = 0

/** A house with some days of play: cash and bonus, a void and a corrected bet, a withdrawal that came back. */
async function playDays(t: TestApp): Promise<string> {
  const { deps } = t
  const first = '2026-10-10'
  await deps.clock.moveTo(new Date(`${first}T15:00:00Z`))
  const players = await Promise.all(
    [1, 2, 3].map(() => t.createUser({ balance: 1_000, freeBalance: 100, turnover: 500, kyc: 1 })),
  )
  const [ana, bia, caio] = players.map(({ uId }) => uId)
  if (!ana || !bia || !caio) throw new Error('three players')
  const bet = async (
    userId: string,
    stake: number,
    payout: number | null,
    wallet: 'cash' | 'bonus' = 'cash',
  ) => {
    const roundId = `regulator ${++count}`
    await deps.db.tx(async (tx) => {
      await deps.ledger.holdStake(tx, { userId, actor, amount: cents(stake), wallet, roundId })
      if (payout === null) await deps.ledger.refundRound(tx, { userId, actor, roundId })
      else await deps.ledger.settleRound(tx, { userId, actor, roundId, payout: cents(payout) })
    })
  }
  await bet(ana, 1_000, 2_500)
  await bet(ana, 300, 0, 'bonus')
  await bet(bia, 700, null)
  await deps.clock.moveTo(new Date(`${shiftDay(first, 1)}T15:00:00Z`))
  await bet(ana, 5_000, 0)
  await bet(caio, 123, 457)
  const held = { userId: bia, actor, withdrawalId: `w ${++count}`, amount: cents(4_000) }
  await deps.db.tx(async (tx) => {
    await deps.ledger.holdWithdrawal(tx, held)
    await deps.ledger.refundWithdrawal(tx, held)
  })
  await deps.db.tx((tx) =>
    deps.ledger.adjust(tx, {
      userId: caio,
      actor,
      adjustmentId: `a ${++count}`,
      wallet: 'cash',
      amount: cents(-77),
    }),
  )
  await deps.clock.moveTo(new Date(`${shiftDay(first, 2)}T15:00:00Z`))
  await bet(bia, 999, 3_000)
  await runJobs(deps)
  return first
}

/** The records of a report's lots, by their fields. */
async function recordsOf(
  t: TestApp,
  family: ReportFamily,
  period: string,
): Promise<Record<string, string>[]> {
  const lots = await t.deps.db.read<{ id: string }>(
    'select id from regulator_lots where family = $1 and period = $2 order by number',
    [family, period],
  )
  const files = await Promise.all(lots.map(({ id }) => readLotFile(t.deps, id)))
  return files.flatMap(({ xml }) =>
    [...xml.matchAll(/<registro>(.*?)<\/registro>/g)].map(([, fields = '']) =>
      Object.fromEntries(
        [...fields.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name, value]) => [name, value]),
      ),
    ),
  )
}
const sum = (records: Record<string, string>[], field: string) =>
  records.reduce((total, record) => total + Number(record[field]), 0)
const ask = (t: TestApp, family: ReportFamily, period: string) =>
  t.deps.db.tx((tx) => requestReport(t.deps, tx, { family, period, by: 'staff-1' }))

describe('without a regulator', async () => {
  const t = await createTestApp({ ...environment, JURISDICTION: 'br', REPORT_SCHEMAS: folder })
  const { db, clock } = t.deps
  const first = await playDays(t)
  await clock.moveTo(new Date('2026-11-02T15:00:00Z'))
  const days = [0, 1, 2].map((shift) => shiftDay(first, shift))
  for (const family of familyNames)
    for (const period of family === 'operatorMonths' ? ['2026-10'] : days) await ask(t, family, period)
  await makeReports(t.deps)

  it('every report that was asked for is made, checked, and kept for nobody but the operator', async () => {
    expect(await db.read('select family, period, error from regulator_requests')).toEqual([])
    expect(await db.read('select distinct state, error, made_by from regulator_lots')).toEqual([
      { state: 'ready', error: null, made_by: 'staff-1' },
    ])
    const sealed = await db.read<{ text: string }>(
      `select encode(content, 'escape') as text from regulator_lots limit 1`,
    )
    expect(sealed[0]?.text).not.toContain('<lote')
    await sendReports(t.deps)
    expect(peer.lots).toEqual([])
  })

  it.each(days)('the wallets of %s move as the ledger does, from balance to balance', async (day) => {
    const records = await recordsOf(t, 'wallets', day)
    const ledger = await db.read<{ user_id: string; moved: number; closing: number }>(
      `select user_id, sum(amount) filter (where day = $1)::bigint as moved, sum(amount)::bigint as closing from (
         select t.user_id, e.amount, ledger_day(t.at)::text as day from transfers t
           cross join lateral unnest(t.accounts, t.amounts) as e (account, amount) where e.account = 'cash') entry
       where day <= $1 and user_id in (select user_id from transfers where ledger_day(at) = $1::date)
       group by user_id order by user_id`,
      [day],
    )
    expect(
      records.map(({ idApostador, saldoInicial, saldoFinal }) => ({
        user_id: idApostador,
        moved: Number(saldoFinal) - Number(saldoInicial),
        closing: Number(saldoFinal),
      })),
    ).toEqual(ledger.map((row) => ({ ...row, moved: row.moved ?? 0 })))
    for (const { cpf, idApostador, saldoInicial, saldoFinal, ...moves } of records) {
      expect(cpf).toMatch(/^\d{11}$/)
      expect(Object.values(moves).reduce((total, amount) => total + Number(amount), 0)).toBe(
        Number(saldoFinal) - Number(saldoInicial),
      )
      expect(idApostador).not.toBe('')
    }
  })

  it('bets and the operator’s day equal the reports of revenue to the cent, and the month its days', async () => {
    const house = await readRevenue(db, { from: first, to: days[2] ?? '' }, 'day', [], {})
    for (const { starts, ggr, cashStakes, bonusStakes, cashPayouts, bonusPayouts, refunds } of house) {
      const bets = [
        ...(await recordsOf(t, 'onlineGames', starts)),
        ...(await recordsOf(t, 'sportsBets', starts)),
      ]
      expect(sum(bets, 'valorDecidido')).toBe(cashStakes + bonusStakes)
      expect(sum(bets, 'valorPremio')).toBe(cashPayouts + bonusPayouts)
      expect(sum(bets, 'valorDevolvido')).toBe(refunds)
      const [day] = await recordsOf(t, 'operatorDays', starts)
      expect(Number(day?.['ggr'])).toBe(ggr)
      expect(Number(day?.['ggrEsportivas']) + Number(day?.['ggrJogos'])).toBe(ggr)
    }
    const [month] = await recordsOf(t, 'operatorMonths', '2026-10')
    const dayRecords = (await Promise.all(days.map((day) => recordsOf(t, 'operatorDays', day)))).flat()
    for (const field of [
      'ggr',
      'baseTributavel',
      'depositos',
      'retiradas',
      'premiosJogos',
      'bonus',
      'cadastros',
    ])
      expect([field, Number(month?.[field])]).toEqual([field, sum(dayRecords, field)])
    expect(Number(month?.['tributo'])).toBe(Math.round(Number(month?.['baseTributavel']) * 0.13))
    expect((await recordsOf(t, 'bettors', first)).map(({ situacao }) => situacao)).toEqual([
      'ATIVA',
      'ATIVA',
      'ATIVA',
    ])
  })

  it('refuses a period that is not over, or is none of the family', async () => {
    for (const [family, period] of [
      ['wallets', '2026-11-02'],
      ['wallets', '2026-10'],
      ['operatorMonths', '2026-11'],
      ['operatorMonths', '2026-10-10'],
    ] as const)
      await expect(ask(t, family, period)).rejects.toMatchObject({ key: 'badRequest' })
  })

  it('makes a file only where there is a schema, and says what the schema refuses', async () => {
    const files = new Map(t.deps.reportSchemas.files)
    t.deps.reportSchemas = {
      files: new Map([['carteiras.xsd', schemaOf('<xs:element name="outro" type="xs:string"/>')]]),
    }
    await ask(t, 'wallets', first)
    await ask(t, 'bettors', first)
    await makeReports(t.deps)
    const lots = await db.read<{
      family: string
      state: string
      error: string | null
      file: boolean
      records: number
    }>(
      `select family, state, error, content is not null as file, records from regulator_lots
        where period = $1 and family in ('wallets', 'bettors') order by family`,
      [first],
    )
    expect(lots).toMatchObject([
      { family: 'bettors', state: 'noSchema', error: null, file: false, records: 3 },
      { family: 'wallets', state: 'invalid', error: expect.stringContaining('outro'), file: true },
    ])
    t.deps.reportSchemas = { files }
  })
})

it('says which rule of a schema a file breaks, and never its value', async () => {
  const typed = (name: string, base: string, facet = '') =>
    `<xs:element name="${name}"><xs:simpleType><xs:restriction base="${base}">${facet}</xs:restriction></xs:simpleType></xs:element>`
  const schema = schemaOf(
    typed('cpf', 'xs:string', '<xs:pattern value="[A-Z]+"/>') + typed('valor', 'xs:integer'),
  )
  const problems = async (fields: string) =>
    validateXml(`<lote><registro>${fields}</registro></lote>`, 'carteiras', {
      files: new Map([['carteiras.xsd', schema]]),
    })
  expect(await problems('<cpf>ABC</cpf><valor>1</valor>')).toBeNull()
  const refused = await problems('<cpf>28784142090</cpf><valor>51077358008</valor><outro>10996230572</outro>')
  expect(refused).toContain("cpf: [facet 'pattern']")
  expect(refused).toContain('outro: This element is not expected')
  expect(await problems('<cpf>ABC</cpf><valor>51077358008x</valor>')).toBe(
    'valor: is not a valid value of the local atomic type',
  )
  expect(refused).not.toMatch(/\d{4}/)
  expect(await problems('<cpf>ABC</cpf>28784142090<valor>1</valor>')).not.toMatch(/\d{4}/)
})

describe('with a regulator', async () => {
  const t = await createTestApp({ ...environment, REGULATOR: 'sigap', REPORT_SCHEMAS: folder })
  const { db, clock } = t.deps
  const states = (family: ReportFamily) =>
    db.read<{ period: string; state: string; attempts: number; receipt: string | null }>(
      'select period, state, attempts, receipt from regulator_lots where family = $1 order by period',
      [family],
    )

  it('sends each day two days later, again after a failure, once in all, with a signature that holds', async () => {
    const first = await playDays(t)
    await makeReports(t.deps)
    expect(await states('wallets')).toMatchObject([{ period: first, state: 'queued' }])
    peer.lotFaults.push({ status: 503 }, 'cut', { status: 400 })
    await sendReports(t.deps)
    const all = await db.read<{ state: string; attempts: number }>(
      'select state, attempts from regulator_lots',
    )
    expect(all.filter(({ state }) => state === 'queued')).toHaveLength(2)
    expect(all.filter(({ state }) => state === 'refused')).toHaveLength(1)
    await sendReports(t.deps)
    expect((await db.read(`select 1 from regulator_lots where state = 'queued'`)).length).toBe(2)
    await clock.advance(61_000)
    await sendReports(t.deps)
    expect((await db.read(`select 1 from regulator_lots where state = 'queued'`)).length).toBe(0)
    // Refused: a person decides. An answer that was lost: the regulator knows the lot.
    const [refused] = await db.read<{ id: string }>(`select id from regulator_lots where state = 'refused'`)
    await db.tx((tx) => sendAgain(t.deps, tx, { id: refused?.id ?? '', by: 'staff-1' }))
    await sendReports(t.deps)
    const [again] = await db.read<Record<string, unknown>>(
      'select state, attempts, sent_by from regulator_lots where id = $1',
      [refused?.id ?? ''],
    )
    expect(again).toEqual({ state: 'sent', attempts: 2, sent_by: 'staff-1' })
    await db.tx((tx) => sendAgain(t.deps, tx, { id: refused?.id ?? '', by: 'staff-1' }))
    await sendReports(t.deps)
    const total = (await db.read('select 1 from regulator_lots')).length
    expect(peer.lots).toHaveLength(total)

    for (const { xml } of peer.lots) {
      const signature = /<Signature [\s\S]*<\/Signature>/.exec(xml)?.[0] ?? ''
      const verify = (text: string) => {
        const signed = new SignedXml({
          publicCert: readFileSync(environment['SIGAP_CERTIFICATE_FILE'] ?? '', 'utf8'),
        })
        signed.loadSignature(signature)
        return signed.checkSignature(text)
      }
      expect(verify(xml)).toBe(true)
      expect(() => {
        if (!verify(xml.replace('numero="1"', 'numero="2"'))) throw new Error('refused')
      }).toThrow()
    }
    await expect(ask(t, 'wallets', first)).rejects.toMatchObject({ key: 'conflict' })

    await clock.advance(2 * dayMs)
    await makeReports(t.deps)
    await makeReports(t.deps)
    expect((await states('wallets')).map(({ period }) => period)).toEqual(
      [0, 1, 2].map((shift) => shiftDay(first, shift)),
    )

    // What was delivered is not made again, also while it waits to be sent once more.
    const [sent] = await db.read<{ id: string; receipt: string }>(
      `select id, receipt from regulator_lots where family = 'wallets' and period = $1`,
      [first],
    )
    await db.tx((tx) => sendAgain(t.deps, tx, { id: sent?.id ?? '', by: 'staff-1' }))
    await expect(ask(t, 'wallets', first)).rejects.toMatchObject({ key: 'conflict' })
    // Nor when it was asked for before.
    await db.write(
      `insert into regulator_requests (family, period, requested_at, requested_by) values ('wallets', $1, $2, 'staff-1')`,
      [first, clock.now()],
    )
    await makeReports(t.deps)
    expect(
      await db.read(`select id, receipt from regulator_lots where family = 'wallets' and period = $1`, [
        first,
      ]),
    ).toEqual([sent])
    expect(await db.read('select from regulator_requests')).toEqual([])
  })

  it('does not make a report again whose lot is on its way', async () => {
    await sendReports(t.deps)
    const second = shiftDay('2026-10-10', 1)
    await db.write(
      `update regulator_lots set state = 'queued', sent_at = null, receipt = null, attempts = 0, next_try_at = $2
        where family = 'wallets' and period = $1`,
      [second, clock.now()],
    )
    await ask(t, 'wallets', second)
    const send = t.deps.regulator.send.bind(t.deps.regulator)
    let isMade = false
    t.deps.regulator.send = async (lot) => {
      await makeReports(t.deps)
      isMade = true
      return send(lot)
    }
    await sendReports(t.deps)
    t.deps.regulator.send = send
    expect(isMade).toBe(true)
    expect(await states('wallets')).toContainEqual({
      period: second,
      state: 'sent',
      attempts: 1,
      receipt: expect.any(String),
    })
  })

  it('makes a report later that failed, and the others at once; one lot that cannot be checked keeps no other', async () => {
    await clock.advance(dayMs)
    const day = shiftDay('2026-10-10', 3)
    const made = (family: ReportFamily) =>
      db.read<{ state: string }>('select state from regulator_lots where family = $1 and period = $2', [
        family,
        day,
      ])
    const tx = t.deps.db.tx
    let isBroken = true
    t.deps.db.tx = (fn, limits) =>
      tx(
        (inner) =>
          fn({
            ...inner,
            async query(sql, params) {
              if (isBroken && sql.startsWith('insert into regulator_lots') && params?.[1] === 'wallets')
                throw new Error('canceling statement due to statement timeout')
              return inner.query(sql, params)
            },
          }),
        limits,
      )
    // The first lot that is finished is not readable.
    const { slowCpu } = t.deps
    let isFirst = true
    const run = slowCpu.run.bind(slowCpu)
    slowCpu.run = (task, input) => {
      if (!isFirst) return run(task, input)
      isFirst = false
      return Promise.reject(new Error('out of memory'))
    }
    await expect(makeReports(t.deps)).rejects.toThrow('2 reports were not made')
    slowCpu.run = run
    expect(await made('wallets')).toEqual([])
    const written = async () =>
      (await db.read(`select from regulator_lots where state = 'written' and error is not null`)).length
    expect(await written()).toBe(1)
    expect(await made('operatorDays')).toEqual([{ state: 'queued' }])
    isBroken = false
    await makeReports(t.deps)
    expect(await made('wallets')).toEqual([])
    await clock.advance(11 * 60_000)
    await makeReports(t.deps)
    t.deps.db.tx = tx
    expect(await made('wallets')).toEqual([{ state: 'queued' }])
    expect(await written()).toBe(0)
  })
})

it('puts at most 7,500 records and 3 MiB into a lot, and loses none', async () => {
  async function* pages(records: number, text: string): AsyncGenerator<ReportRecord[]> {
    for (let index = 0; index < records; index += 1_000)
      yield Array.from({ length: Math.min(1_000, records - index) }, (_, row) => ({
        id: `${index + row}${text}`,
        valor: 1,
      }))
  }
  const heading = { family: 'wallets', period: '2026-10-10', operator: '' } as const
  const lotsOf = async (records: number, text: string) => {
    const lots = []
    for await (const lot of toLots(heading, pages(records, text))) lots.push(lot)
    return lots
  }
  const many = await lotsOf(20_001, '')
  expect(many.map(({ records }) => records)).toEqual([7_500, 7_500, 5_001])
  expect(many.map(({ totals }) => totals['valor'])).toEqual([7_500, 7_500, 5_001])
  const large = await lotsOf(5_000, `<&${'ç'.repeat(600)}`)
  expect(large.length).toBeGreaterThan(1)
  expect(large.reduce((total, { records }) => total + records, 0)).toBe(5_000)
  for (const { xml } of large) expect(Buffer.byteLength(xml)).toBeLessThanOrEqual(lotLimits.bytes)
  expect(large[0]?.xml).toContain('&lt;&amp;ç')
  expect(await lotsOf(0, '')).toMatchObject([{ number: 1, records: 0 }])
})
