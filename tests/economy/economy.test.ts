import { readdirSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cents, ZERO, type Cents } from '#contract/money.ts'
import type { PackageKind } from '#contract/http/order.ts'
import type { BonusKind } from '#contract/rules/bonusKinds.ts'
import type { PromotionKind } from '#contract/rules/promotions.ts'
import { createTestServer, type TestServer } from '../server/helpers/testServer.ts'
import { Bot, knownClaims, type Strategy } from './bot.ts'
import { isWhole, sized } from '../scope.ts'

/** The short forms of `npm test` and `npm run test:rest` have fewer days and strategies; `npm run economy` sets these. */
const days = Number(process.env['ECONOMY_DAYS'] ?? sized(2, 6))
const isFull = process.env['ECONOMY_DAYS'] !== undefined
const chosen = process.env['ECONOMY_JURISDICTION']
const resultFile = process.env['ECONOMY_RESULT']

const jurisdictions = readdirSync('resources/jurisdictions')
  .map((file) => file.replace('.json', ''))
  .filter((name) => chosen === undefined || name === chosen)

const strategies: Strategy[] = [
  { name: 'long shots', exit: 'longShot', daily: ZERO, first: 'share' },
  { name: 'long shots, dearest first', exit: 'longShot', daily: ZERO, first: 'price' },
  { name: 'turnover met, check-in', exit: 'grind', daily: cents(200_00), first: 'share' },
  ...(isFull
    ? ([
        { name: 'turnover met', exit: 'grind', daily: ZERO, first: 'share' },
        { name: 'long shots, check-in', exit: 'longShot', daily: cents(200_00), first: 'share' },
        { name: 'turnover met, multiplier', exit: 'grind', daily: cents(500_00), first: 'share' },
        { name: 'turnover met, much play', exit: 'grind', daily: cents(2_000_00), first: 'share' },
      ] as const)
    : []),
]

/** How the bot plays each kind of offer. A kind that the server has and this does not fails the suite. */
const plays = {
  bonuses: {
    packages: 'buys each package once, the largest share first',
    gift: 'claims it every day',
    discount: 'connects every day, and buys with it',
    multiplier: 'connects every day, and buys its package',
    checkIn: 'checks in every day, with the bets that it requires where the strategy has them',
    cashback: 'claims it with the promotions',
    ladder: 'each account invites the next one',
    promotions: 'claims every promotion as soon as it is available',
    levels: 'come with bets and deposits',
  } satisfies Record<BonusKind, string>,
  promotions: { firstDeposit: true, weekendCashback: true, invite: true } satisfies Record<
    PromotionKind,
    true
  >,
  packages: {
    '': true,
    BRL: true,
    EXTPAY: true,
    FCBRL: true,
    BTBRL: true,
    INSBRL: true,
    EXPPAY: true,
  } satisfies Record<PackageKind, true>,
}

interface Row {
  jurisdiction: string
  start: Cents
  accounts: number
  strategy: string
  profit: number
  staked: number
}

/** Kinds of offers that the server has and the bot does not know. */
async function unknownOffers({ call, app }: TestServer, bot: { token: string }): Promise<string[]> {
  const player = { userId: '', username: '', token: bot.token }
  const { data: info } = await call<{ bonuses: string[] }>('GET', '/api/app/main/appInfo')
  const { data: prices } = await call<{ curreny: string }[]>('GET', '/api/app/order/getPrices', { player })
  const { data: promotions } = await call<{ list: { kind: string }[] }>('GET', '/api/app/promotions', {
    player,
  })
  const claims = Object.entries(app.swagger().paths ?? {})
    .filter(([path, item]) => /claim/i.test(path) && item !== undefined && 'post' in item)
    .map(([path]) => path)
  return [
    ...info.bonuses.filter((kind) => !(kind in plays.bonuses)),
    ...prices.map(({ curreny }) => curreny).filter((kind) => !(kind in plays.packages)),
    ...promotions.list.map(({ kind }) => kind).filter((kind) => !(kind in plays.promotions)),
    ...claims.filter((path) => !knownClaims.includes(path)),
  ]
}

/** Accounts of different persons, each invited by the one before, as its commissions and ladder count it. */
async function createBots(
  server: TestServer,
  strategy: Strategy,
  start: Cents,
  accounts: number,
): Promise<Bot[]> {
  const bots: Bot[] = []
  let inviteCode: string | undefined
  for (let i = 0; i < accounts; i++) {
    const player = await server.player({ kyc: 1, ...(inviteCode ? { inviteCode } : {}) })
    const { data } = await server.call<{ userInfo: { yqm: string } }>('GET', '/api/app/user/userInfo', {
      player,
    })
    inviteCode = data.userInfo.yqm
    for (const [kind, period, amount] of [
      ['deposit', 'month', 100_000],
      ['loss', 'month', 100_000],
      ['time', 'day', 600],
    ] as const)
      await server.call('POST', '/api/app/limits', { player, body: { kind, period, amount } })
    bots.push(new Bot(server, player, strategy, start))
  }
  return bots
}

const allRows: Row[] = []

describe.each(jurisdictions)('in %s', async (jurisdiction) => {
  const server = await createTestServer({ JURISDICTION: jurisdiction })

  it('the bot knows every kind of offer that the server has', async () => {
    expect(await unknownOffers(server, await server.player())).toEqual([])
  })

  it(
    `playing all offers for ${days} days loses on average`,
    async () => {
      const runs: { row: Omit<Row, 'profit' | 'staked'>; bots: Bot[] }[] = []
      for (const [index, strategy] of strategies.entries())
        // Who has nothing does nothing, with whatever strategy. In the short form one account does so, and one buys in another order.
        for (const start of (index === 0 || isWhole || isFull ? [0, 1_000_00] : [1_000_00]).map(cents))
          for (const accounts of isWhole || isFull || (start > 0 && strategy.first === 'share')
            ? [1, 5]
            : [1])
            runs.push({
              row: { jurisdiction, start, accounts, strategy: strategy.name },
              bots: await createBots(server, strategy, start, accounts),
            })
      for (let day = 0; day < days; day++) {
        await Promise.all(
          runs.map(async ({ bots }) => {
            for (const bot of bots) await bot.playDay()
          }),
        )
        await server.clock.advance(86_400_000)
      }
      const rows = await Promise.all(
        runs.map(async ({ row, bots }) => {
          const left: number[] = []
          for (const bot of bots) left.push(await bot.leave())
          return {
            ...row,
            profit: left.reduce((sum, one) => sum + one, 0) - row.start * row.accounts,
            staked: bots.reduce((sum, bot) => sum + bot.staked, 0),
          }
        }),
      )
      allRows.push(...rows)
      if (resultFile !== undefined) writeFileSync(resultFile, tableOf(allRows))
      for (const { start, profit, staked, ...row } of rows) {
        const name = JSON.stringify({ ...row, start })
        // There is no bonus without a deposit and a bet: who does not play wins and loses nothing.
        if (start === ZERO || staked === 0) expect([profit, staked], name).toEqual([0, 0])
        else expect(profit, name).toBeLessThan(0)
      }
      expect(rows.filter(({ staked }) => staked > 0).map(({ accounts }) => accounts)).toEqual(
        expect.arrayContaining([1, 5]),
      )
      expect(await server.deps.ledger.violations()).toEqual([])
    },
    isFull ? 1_800_000 : 60_000,
  )
})

function tableOf(rows: readonly Row[]): string {
  const reais = (value: number) => (value / 100).toFixed(2)
  return [
    '# What a perfect player earns with all offers',
    '',
    `Written by \`npm run economy\`: ${days} days on a running server, expected values in R$. Every account is another`,
    'person, who has the start; fees of withdrawals are left out. What decides is the highest profit of each group;',
    '0 is for who does not play, because there is nothing to claim.',
    '',
    '| jurisdiction | start | accounts | strategy | staked | profit |',
    '| --- | ---: | ---: | --- | ---: | ---: |',
    ...rows.map(
      ({ jurisdiction, start, accounts, strategy, staked, profit }) =>
        `| ${jurisdiction} | ${reais(start)} | ${accounts} | ${strategy} | ${reais(staked)} | ${reais(profit)} |`,
    ),
    '',
  ].join('\n')
}
