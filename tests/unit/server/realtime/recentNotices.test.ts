import { expect, it } from 'vitest'
import { RecentNotices } from '#server/realtime/recentNotices.ts'

const texts = (notices: { text: string }[]) => notices.map(({ text }) => text)

it('delivers to each session the notices that it has not seen, once, for two minutes', () => {
  let now = 0
  const notices = new RecentNotices(() => now)
  notices.add('ana', { text: 'one' }, ['phone'])
  now = 60_000
  notices.add('ana', { text: 'two' }, [])
  notices.add('bia', { text: 'hers' }, [])
  expect(texts(notices.take('ana', 'phone'))).toEqual(['two'])
  expect(texts(notices.take('ana', 'phone'))).toEqual([])
  expect(texts(notices.take('ana', 'tablet'))).toEqual(['one', 'two'])
  now = 120_000
  expect(texts(notices.take('ana', 'kiosk'))).toEqual(['two'])
  now = 180_000
  expect(texts(notices.take('ana', 'late'))).toEqual([])
})

it('keeps the five newest notices of a player', () => {
  const notices = new RecentNotices(() => 0)
  for (let n = 1; n <= 7; n++) notices.add('ana', { text: `n${n}` }, [])
  expect(texts(notices.take('ana', 'phone'))).toEqual(['n3', 'n4', 'n5', 'n6', 'n7'])
})
