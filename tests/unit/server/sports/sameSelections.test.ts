import { expect, it } from 'vitest'
import { codeOfScore } from '#contract/rules/markets.ts'
import { optionOfKey } from '#contract/rules/sports.ts'
import { sameKeys } from '#server/sports/sameSelections.ts'

const optionOf = (key: string) => optionOfKey(key) ?? expect.fail(`no option ${key}`)
const sameAs = (key: string, scoreAtBet?: { home: number; away: number }) => {
  const { selection, gameTime } = optionOf(key)
  const live = selection.market === 'handicap' && scoreAtBet ? { ...selection, scoreAtBet } : selection
  return sameKeys({ selection: live, game_time: gameTime, option_key: key })
}
const lines = [-1.5, -1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1, 1.5, 2.5, 2.75, 3]
const keys = [
  ...lines.flatMap((line) => [`handicap:1:home:${line}`, `handicap:1:away:${line}`]),
  ...lines
    .filter((line) => line >= 0)
    .flatMap((line) =>
      ['total:1:over', 'total:1:under', 'bigSmall:1:big', 'bigSmall:1:small'].map(
        (start) => `${start}:${line}`,
      ),
    ),
  ...['home:3', 'draw:3', 'away:3', 'home:2', 'away:2'].map((end) => `winner:1:${end}`),
  ...['homeDraw', 'homeAway', 'drawAway'].map((side) => `doubleChance:1:${side}`),
  ...['0-0', '1-0', '0-1', '1-1', 'other'].map((side) => `correctScore:1:${side}`),
  ...['bothScore:1:yes', 'bothScore:1:no', 'oddEven:1:odd', 'oddEven:1:even'],
]
const scores = Array.from({ length: 36 }, (_, i) => ({ home: i % 6, away: Math.floor(i / 6) }))
const results = (key: string) => scores.map((score) => codeOfScore(optionOf(key).selection, score)).join()

it('options that every score settles alike are one selection, and only those', () => {
  for (const key of keys) {
    const alike = keys.filter((other) => results(other) === results(key))
    expect(sameAs(key).toSorted(), key).toEqual(alike.toSorted())
    // They agree on the one that names them.
    for (const other of alike) expect(sameAs(other)[0], `${key} and ${other}`).toBe(sameAs(key)[0])
  }
})

it('a live handicap, and another part of the match, are like no other', () => {
  expect(sameAs('handicap:1:home:-0.5', { home: 1, away: 0 })).toEqual(['handicap:1:home:-0.5'])
  expect(sameAs('winner:2:home:3')).toEqual(['handicap:2:home:-0.5', 'winner:2:home:3'])
  expect(sameAs('corners:4:over:9.5')).toEqual(['corners:4:over:9.5'])
})
