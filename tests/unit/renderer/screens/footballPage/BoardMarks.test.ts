import { autorun } from 'mobx'
import { expect, it } from 'vitest'
import type { BoardMarksWire } from '#contract/http/sports.ts'
import { BoardMarks } from '#renderer/screens/footballPage/BoardMarks.ts'
import { createFixture, settled } from '../../stores/rootFixture.ts'

const none: BoardMarksWire = { matches: [], leagues: [], folded: [] }

/** A browser, and a server that keeps the marks of the account. */
function setUp(account: BoardMarksWire = none) {
  const fixture = createFixture()
  const server = { marks: account }
  fixture.respond('/api/app/sports/board', () => ({ data: server.marks }))
  fixture.respond('/api/app/sports/saveBoard', ({ body }) => {
    server.marks = JSON.parse(body ?? '') as BoardMarksWire
    return { data: null }
  })
  const open = () => {
    const marks = new BoardMarks(fixture.root)
    return { marks, stop: marks.follow() }
  }
  return { ...fixture, server, open }
}

it('keeps a guest’s marks in this browser', async () => {
  const { open, sent } = setUp()
  open().marks.toggle('matches', 'a')
  expect(open().marks.names('matches')).toEqual(['a'])
  expect(sent).toEqual([])
})

it('adds a guest’s marks to those of the account at the login, and takes all away at the logout', async () => {
  const { open, enter, server, local, root } = setUp({ ...none, matches: ['b'], leagues: ['Série A'] })
  const { marks } = open()
  marks.toggle('matches', 'a')
  await enter()
  expect([marks.names('matches'), marks.names('leagues')]).toEqual([['b', 'a'], ['Série A']])
  expect(server.marks).toEqual({ matches: ['b', 'a'], leagues: ['Série A'], folded: [] })
  expect(local.has('sportsBoard')).toBe(false)
  await root.session.logout()
  await settled()
  expect([marks.names('matches'), marks.names('leagues')].flat()).toEqual([])
  expect(open().marks.names('matches')).toEqual([])
  await enter()
  expect(marks.names('matches')).toEqual(['b', 'a'])
})

it('keeps a guest’s marks in this browser until the account has them', async () => {
  const { open, enter, respond, server, local } = setUp()
  open().marks.toggle('matches', 'a')
  respond('/api/app/sports/saveBoard', () => ({ httpStatus: 500, data: null }))
  const { stop } = open()
  await enter()
  expect(local.has('sportsBoard')).toBe(true)
  stop()
  respond('/api/app/sports/saveBoard', ({ body }) => {
    server.marks = JSON.parse(body ?? '') as BoardMarksWire
    return { data: null }
  })
  open()
  await settled()
  expect(server.marks.matches).toEqual(['a'])
  expect(local.has('sportsBoard')).toBe(false)
})

it('saves a player’s last marks, however fast they change', async () => {
  const { open, enter, server, count } = setUp()
  await enter()
  const { marks, stop } = open()
  await settled()
  for (const id of ['a', 'b', 'c', 'a']) marks.toggle('matches', id)
  await settled()
  expect(server.marks.matches).toEqual(['b', 'c'])
  expect(count('/api/app/sports/saveBoard')).toBe(2)
  stop()
})

it('forgets the oldest of more than a hundred', () => {
  const { open } = setUp()
  const { marks } = open()
  for (let id = 0; id <= 100; id++) marks.toggle('matches', String(id))
  expect(marks.names('matches')).toHaveLength(100)
  expect(marks.has('matches', '0')).toBe(false)
})

it('tells only those who ask for a mark that it has changed', () => {
  const { marks } = setUp().open()
  const seen: boolean[] = []
  const stop = autorun(() => seen.push(marks.has('matches', 'a')))
  marks.toggle('matches', 'b')
  expect(seen).toEqual([false])
  marks.toggle('matches', 'a')
  expect(seen).toEqual([false, true])
  marks.toggle('matches', 'b')
  expect(seen).toEqual([false, true])
  stop()
})
