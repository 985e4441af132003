import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { correctScores, doubleChances, type Selection } from '#contract/rules/markets.ts'
import { isSport, keyOfOption, optionOfKey, sports, type Option } from '#contract/rules/sports.ts'
import { GameTime } from '#contract/statusCodes.ts'

const lines = fc.integer({ min: -400, max: 400 }).map((n) => n / 4)
const selections: fc.Arbitrary<Selection> = fc.oneof(
  fc.record({
    market: fc.constant('handicap' as const),
    side: fc.constantFrom('home' as const, 'away' as const),
    line: lines,
  }),
  fc.record({
    market: fc.constantFrom('total' as const, 'corners' as const),
    side: fc.constantFrom('over' as const, 'under' as const),
    line: lines,
  }),
  fc.record({
    market: fc.constant('bigSmall' as const),
    side: fc.constantFrom('big' as const, 'small' as const),
    line: lines,
  }),
  fc.record({
    market: fc.constant('winner' as const),
    side: fc.constantFrom('home' as const, 'draw' as const, 'away' as const),
    ways: fc.constant(3 as const),
  }),
  fc.record({
    market: fc.constant('oddEven' as const),
    side: fc.constantFrom('odd' as const, 'even' as const),
  }),
  fc.record({
    market: fc.constant('bothScore' as const),
    side: fc.constantFrom('yes' as const, 'no' as const),
  }),
  fc.record({ market: fc.constant('doubleChance' as const), side: fc.constantFrom(...doubleChances) }),
  fc.record({ market: fc.constant('correctScore' as const), side: fc.constantFrom(...correctScores) }),
)
const options: fc.Arbitrary<Option> = fc.record({
  selection: selections,
  gameTime: fc.constantFrom(...Object.values(GameTime)),
})

describe('key of an option', () => {
  it('is parsed back to the same option', () => {
    fc.assert(fc.property(options, (option) => void expect(optionOfKey(keyOfOption(option))).toEqual(option)))
  })

  it('is written as on the wire', () => {
    const selection = { market: 'handicap', side: 'away', line: -0.25 } as const
    expect(keyOfOption({ selection, gameTime: 1 })).toBe('handicap:1:away:-0.25')
    expect(optionOfKey('winner:2:draw:3')).toEqual({
      selection: { market: 'winner', side: 'draw', ways: 3 },
      gameTime: 2,
    })
  })

  it.each([
    '',
    'handicap',
    'handicap:1:home',
    'handicap:1:home:',
    'handicap:1:home: 1',
    'handicap:1:home:0.1',
    'handicap:1:home:1.50',
    'handicap:1:home:NaN',
    'handicap:1:home:1e9',
    'handicap:1:draw:1',
    'handicap:3:home:1',
    'handicap:1:home:1:1',
    'toString:1:home:1',
    'winner:1:draw:2',
    'winner:1:home:4',
    'oddEven:1:odd:1',
  ])('%s is not valid', (key) => {
    expect(optionOfKey(key)).toBeNull()
  })
})

it('there are twelve sports', () => {
  expect(new Set(sports).size).toBe(12)
  expect(sports.map(isSport)).not.toContain(false)
  expect(isSport('chess')).toBe(false)
})
