import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { GameTime } from '#contract/statusCodes.ts'
import type { Selection } from '#contract/rules/markets.ts'
import { chancesOf, fairOdds, forecastOf } from '#server/feed/forecast.ts'
import { randomOf } from '#server/feed/random.ts'
import { ratesOf } from '#server/feed/rates.ts'
import { announcedSnapshot } from '#server/feed/snapshot.ts'

const folder = mkdtempSync(join(tmpdir(), 'results-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fixture = { id: '', sport: 'football', league: '', home: '', away: '', startsAt: 0 } as const
const { correction: _, ...announced } = announcedSnapshot(fixture, -1)
const anyRates = ratesOf('', fixture)

/** A season with results of chance, priced by the product's own model with a margin; draws `dearer` for the bettor. */
function season(dearer: number): string {
  const random = randomOf('temporada', 'resultados')
  const lines = ['Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR,PSCH,PSCD,PSCA,PC>2.5,PC<2.5,AHCh,PCAHH,PCAHA']
  for (let match = 0; match < 60; match++) {
    const scores = { home: 0.8 + 1.6 * random(), away: 0.6 + 1.4 * random() }
    const forecast = forecastOf(announced, { ...anyRates, scores }, GameTime.fullMatch)
    if (!forecast) throw new Error('no forecast')
    const odds = (selection: Selection, factor = 1) =>
      (fairOdds(chancesOf(selection, forecast)) / 1.03 / factor).toFixed(3)
    const goals = (mean: number) => Math.floor(2 * mean * random())
    const [home, away] = [goals(scores.home), goals(scores.away)]
    const winner = (side: 'home' | 'draw' | 'away'): Selection => ({ market: 'winner', side, ways: 3 })
    const cells = [
      '01/08/2026',
      `"Casa, ${match}"`,
      'Fora',
      home,
      away,
      home > away ? 'H' : home < away ? 'A' : 'D',
      odds(winner('home')),
      odds(winner('draw'), dearer),
      odds(winner('away')),
      odds({ market: 'total', side: 'over', line: 2.5 }),
      odds({ market: 'total', side: 'under', line: 2.5 }),
      '-0.25',
      odds({ market: 'handicap', side: 'home', line: -0.25 }),
      odds({ market: 'handicap', side: 'away', line: 0.25 }),
    ]
    lines.push(cells.join(','))
  }
  return `${lines.join('\r\n')}\r\n`
}

it('prints simulated football beside results, with what the model says of their closing prices', () => {
  mkdirSync(join(folder, 'fair'))
  writeFileSync(join(folder, 'fair', 'E9.csv'), `\uFEFF${season(1)}`)
  writeFileSync(join(folder, 'dear draws.csv'), season(1.1))
  writeFileSync(
    join(folder, 'Brazil.csv'),
    'Country,League,Season,Date,Time,Home,Away,HG,AG,Res,PSCH,PSCD,PSCA\nBrazil,A,2026,1,20:00,x,y,2,0,H,1.9,3.4,4.2\nBrazil,A,2026,1,20:00,y,x,1,1,D,,,\n',
  )
  const text = execFileSync(process.execPath, ['--import', 'tsx', 'scripts/sportsCompare.ts'], {
    env: { ...process.env, RESULTS: folder, MATCHES: '20' },
    encoding: 'utf8',
  })
  const lines = text.trimEnd().split('\n')
  const cellsOf = (name: string) =>
    lines
      .find((line) => line.startsWith(name))
      ?.slice(name.length)
      .trim()
      .split(/ {2,}/)
  expect(lines[0]?.trim().split(/ {2,}/)).toEqual([
    'simulated',
    'simulated, Brazil',
    'Brazil',
    'dear draws',
    'fair',
  ])
  expect(cellsOf('matches')).toEqual(['20', '20', '2', '60', '60'])
  expect(cellsOf('goals of the home side')?.[2]).toBe('1.50')
  expect(cellsOf('margin of 1X2 %')?.slice(3)).toEqual(['5.7', '3.0'])
  const [, , brazil, dear, fair] = cellsOf('draw: model less market, points') ?? []
  expect(brazil).toBe('–')
  expect(Math.abs(Number(fair))).toBeLessThan(0.05)
  expect(Number(dear)).toBeLessThan(-1)
  expect(Number(cellsOf('handicap: mean difference, points')?.[4])).toBeLessThan(0.05)
}, 60_000)

it('says that a folder has no results', () => {
  const empty = mkdtempSync(join(tmpdir(), 'no-results-'))
  try {
    expect(() =>
      execFileSync(process.execPath, ['--import', 'tsx', 'scripts/sportsCompare.ts'], {
        env: { ...process.env, RESULTS: empty },
        encoding: 'utf8',
        stdio: 'pipe',
      }),
    ).toThrow(/has no \.csv file with results/)
  } finally {
    rmSync(empty, { recursive: true })
  }
}, 60_000)
