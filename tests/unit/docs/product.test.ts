import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pagePaths } from '#contract/pages.ts'
import { overlayRegistry } from '#renderer/app/overlayRegistry.ts'
import type { Cents } from '#contract/money.ts'
import { serverEventNames } from '#contract/serverEventNames.ts'
import { checkInBets, checkInRewards, checkInTurnover } from '#contract/rules/checkIn.ts'
import { awayDays, returnFraction, returnHours } from '#contract/rules/discount.ts'
import { countedFraction, edgeOf } from '#contract/rules/gameEdge.ts'
import { LEAST_BETS, MOST_BETS, OFFER_HOURS, OFFER_MULTIPLIER } from '#contract/rules/multiplierOffer.ts'
import { promotions } from '#contract/rules/promotions.ts'
import { rebateRates } from '#contract/rules/rebate.ts'
import { commissionRates, ladderSteps } from '#contract/rules/referrals.ts'
import { ticketLimits } from '#contract/rules/sports.ts'
import { turnoverSteps } from '#contract/rules/turnoverWeight.ts'
import { GIFT_FROM_LEVEL, vipTable } from '#contract/rules/vip.ts'

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/product.md'), 'utf8')
const headings = new Set(Array.from(page.matchAll(/^#+ (.+)$/gm), ([, heading]) => heading))

/** The text below a heading, up to the next heading of any level. */
function section(heading: string): string {
  const [, text = ''] = page.split(new RegExp(`^#+ ${heading}$`, 'm'))
  return text.split(/^#+ /m)[0] ?? ''
}

/** Cells of the rows of a section's tables, without header and divider. */
function cellsOf(heading: string): string[][] {
  const rows = section(heading)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()))
  return rows.slice(rows.findIndex(([cell = '']) => /^-+$/.test(cell)) + 1)
}

/** Texts in backticks. */
function codes(text: string | undefined): string[] {
  return Array.from((text ?? '').matchAll(/`([^`]+)`/g), ([, code = '']) => code)
}

/** `a/{b, c}/d` is a/b/d and a/c/d. */
function inWhole(path: string): string[] {
  const [whole, names = ''] = /\{([^{}]*(?:\{\w+\}[^{}]*)*,(?:[^{}]|\{\w+\})*)\}/.exec(path) ?? []
  if (whole === undefined) return [path]
  return names.split(',').map((name) => path.replace(whole, name.trim()))
}

/** Headings of the page that a file cites: `docs/product.md, "Heading"` or `"Heading" of docs/product.md`. */
function citationsIn(source: string): string[] {
  // A citation may continue on the next line of a comment.
  const text = source.replaceAll(/\n\s*(?:\*|\/\/) ?/g, ' ')
  const patterns = [/docs\/product\.md, "([^"]+)"/g, /"([^"]+)" of docs\/product\.md/g]
  return patterns.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, heading = '']) => heading))
}

describe('docs/product.md', () => {
  it('has every heading that the code cites', () => {
    const cited = ['src', 'tests', 'scripts', 'bench'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(tsx?|css|mjs|sql)$/.test(name) && !name.endsWith('docs/product.test.ts'))
        .flatMap((name) =>
          citationsIn(readFileSync(join(root, folder, name), 'utf8')).map((heading) => ({ name, heading })),
        ),
    )
    expect(cited.length).toBeGreaterThan(10)
    expect(cited.filter(({ heading }) => !headings.has(heading))).toEqual([])
  })

  it('has no duplicate headings, so that a citation is unambiguous', () => {
    const all = Array.from(page.matchAll(/^#+ (.+)$/gm), ([, heading]) => heading)
    expect(all.filter((heading, i) => all.indexOf(heading) !== i)).toEqual([])
  })

  it('lists every page of the client', () => {
    const listed = cellsOf('Route table').flatMap(([path]) => codes(path))
    expect(listed.map((path) => path.replace(/\{\w+\}/, '{}')).sort()).toEqual(
      Object.values(pagePaths).sort(),
    )
  })

  it('names a heading for each page', () => {
    const named = cellsOf('Route table').map((cells) => cells[3]?.replaceAll('"', ''))
    expect(named.filter((heading) => !headings.has(heading ?? ''))).toEqual([])
  })

  it('lists every overlay', () => {
    const listed = cellsOf('Overlays').flatMap(([name]) => codes(name))
    expect(listed.sort()).toEqual(Object.keys(overlayRegistry).sort())
  })

  it('lists every call of players', () => {
    const folder = join(root, 'src/contract/http')
    const paths = readdirSync(folder).flatMap((name) =>
      Array.from(
        readFileSync(join(folder, name), 'utf8').matchAll(/'(\/api\/[^']+)'/g),
        ([, path = '']) => path,
      ),
    )
    expect(paths.length).toBeGreaterThan(100)
    const listed = ['Core calls', 'Further calls']
      .flatMap((heading) => codes(section(heading)))
      .flatMap(inWhole)
      // Without the value that a path ends with.
      .flatMap((path) => [path, path.replace(/\{\w+\}$/, '')])
    const groups = listed.filter((path) => path.endsWith('…')).map((path) => path.slice(0, -1))
    const isListed = (path: string) =>
      [path, path.replace('/api/app/', ''), path.replace('//', '/')].some((way) => listed.includes(way)) ||
      groups.some((group) => path.startsWith(`/api/app/${group}`))
    expect(paths.filter((path) => !isListed(path))).toEqual([])
  })

  it('lists every event of the socket, and every key of browser storage', () => {
    const events = cellsOf('Real time events').flatMap(([name]) => codes(name))
    expect(events.sort()).toEqual([...serverEventNames].sort())
    const source = readFileSync(join(root, 'src/renderer/services/storage.ts'), 'utf8')
    // Both types are unions, one key a line.
    const keys = Array.from(source.matchAll(/^ {2}\| '(\w+)'$/gm), ([, key = '']) => key)
    expect(keys.length).toBeGreaterThan(15)
    // The token and the device's id are the platform's.
    expect(
      cellsOf('Browser storage')
        .flatMap(([, cell]) => codes(cell))
        .sort(),
    ).toEqual([...keys, 'token', 'deviceId'].sort())
  })

  it('has the figures of the rules', () => {
    const amount = (value: Cents) => {
      const text = value % 100 === 0 ? (value / 100).toLocaleString('en-US') : (value / 100).toFixed(2)
      return `R$ ${text}`
    }
    const percent = (fraction: number) => `${Number((fraction * 100).toFixed(4))}`
    const said: [heading: string, figures: string[]][] = [
      [
        'Bonus multiplier',
        [`${OFFER_MULTIPLIER} x`, amount(LEAST_BETS), amount(MOST_BETS), `${OFFER_HOURS} hours`],
      ],
      ['Payment discount', [`${percent(returnFraction)} %`, `${awayDays} days`, `${returnHours} hours`]],
      [
        'Invitations',
        [
          new Intl.ListFormat('en-GB').format(commissionRates.map((rate) => (rate * 100).toFixed(2))),
          ...ladderSteps.map(({ reward }) => amount(reward)),
        ],
      ],
      ['Daily rebate', [rebateRates.map((rate) => (rate === 0.01 ? '1.0' : percent(rate))).join(', ')]],
      [
        'Daily check-in',
        [
          checkInRewards.map((reward) => (reward / 100).toFixed(2)).join(', '),
          `${checkInTurnover}x`,
          amount(checkInBets),
        ],
      ],
      [
        'Promotions',
        promotions.flatMap(({ fraction, maximum, days, turnover }) => [
          fraction > 0 ? `${percent(fraction)} %` : '',
          amount(maximum),
          `${days} days`,
          `${turnover}x`,
        ]),
      ],
      ['Turnover', turnoverSteps.map(({ counts }) => `${counts} %`)],
      [
        'What counts',
        (['mines', 'luckyColor', 'sports', 'double'] as const).map(
          (game) => `${percent(countedFraction(edgeOf(game, null)))} %`,
        ),
      ],
      [
        'Bet slip',
        [
          amount(ticketLimits.minStake),
          amount(ticketLimits.maxStake),
          amount(ticketLimits.maxReturn),
          `${ticketLimits.minLegs} to ${ticketLimits.maxLegs} legs`,
        ],
      ],
      ['Gifts', [`level ${GIFT_FROM_LEVEL}`]],
    ]
    const text = (heading: string) => section(heading).replaceAll(/\s+/g, ' ')
    const missing = said.flatMap(([heading, figures]) =>
      figures.filter((figure) => !text(heading).includes(figure)).map((figure) => `${heading}: ${figure}`),
    )
    expect(missing).toEqual([])
  })

  it('has the VIP levels of the code', () => {
    const number = (cell = '') => (cell === '-' ? 0 : Number(cell.replaceAll(',', '')))
    const levels = cellsOf('VIP levels').map((cells) => cells.map(number))
    expect(levels).toEqual(
      vipTable.map((row) => [
        row.level,
        row.promotionBonus / 100,
        row.depositSum / 100,
        row.betSum / 100,
        row.withdrawalsPerDay,
        row.withdrawalFee * 100,
      ]),
    )
  })
})
