import { autorun } from 'mobx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FieldRows } from '#renderer/games/shared/FieldRows.ts'
import { stubFrames } from './frames.ts'

const old = { id: 'old' }
const ended = { id: 'ended' }
let rows: FieldRows<{ id: string }>
let frames: ReturnType<typeof stubFrames>

beforeEach(() => {
  vi.useFakeTimers()
  frames = stubFrames()
  rows = new FieldRows(5)
  rows.show(old)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const shown = () => [0, 1, 2, 3, 4].map((row) => rows.at(row)?.id ?? null)

it('reveals an ended round from the row that ended it outwards, one row per frame', async () => {
  void rows.turn(ended, 1)
  expect(shown()).toEqual(['old', 'ended', 'old', 'old', 'old'])
  await frames.draw()
  expect(shown()).toEqual(['ended', 'ended', 'old', 'old', 'old'])
  await frames.draw()
  await frames.draw()
  expect(shown()).toEqual(['ended', 'ended', 'ended', 'ended', 'old'])
  await frames.draw()
  expect(shown()).toEqual(['ended', 'ended', 'ended', 'ended', 'ended'])
})

it('redraws only the row that is revealed', async () => {
  const drawn: number[] = []
  const stops = [0, 1, 2, 3, 4].map((row) => autorun(() => drawn.push(rows.at(row) ? row : -1)))
  drawn.length = 0
  void rows.turn(ended, 4)
  expect(drawn).toEqual([4])
  await frames.draw()
  expect(drawn).toEqual([4, 3])
  stops.forEach((stop) => stop())
})

it('stops when something else is shown meanwhile', async () => {
  void rows.turn(ended, 0)
  await frames.draw()
  rows.show(null)
  await frames.draw()
  expect(shown()).toEqual([null, null, null, null, null])
  const next = { id: 'next' }
  void rows.turn(ended, 0)
  void rows.turn(next, 4)
  for (let left = 0; left < 5; left++) await frames.draw()
  expect(shown()).toEqual(['next', 'next', 'next', 'next', 'next'])
})

it('reveals everything at once where nothing is drawn', async () => {
  vi.stubGlobal('document', { hidden: true })
  await rows.turn(ended, 2)
  expect(shown()).toEqual(['ended', 'ended', 'ended', 'ended', 'ended'])
})
