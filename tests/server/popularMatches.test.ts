import { expect, it } from 'vitest'
import { createSlips } from './helpers/slips.ts'

const { server, leg, match, player, bet, feed, now, settle } = await createSlips()

const popular = async (when = 'upcoming') => {
  const { data } = await server.get<{ popular: string[] }>(
    `/api/app/sports/matches?sport=football&when=${when}`,
  )
  return data.popular
}
/** A count is kept for a while. */
const untilNextCount = () => server.deps.clock.advance(15_000)

it('matches with open bets of three players are popular, most players first, for a while after each count', async () => {
  const [third, most, few, tested] = [match(), match(), match(), match()]
  const players = await Promise.all([player(), player(), player(), player()])
  const testers = await Promise.all([1, 2, 3].map(() => player(100, { testFlag: '1' })))
  expect(await popular()).toEqual([])
  for (const one of players) await bet(one, [leg(most)])
  for (const one of players.slice(1)) await bet(one, [leg(third)])
  // Many bets of two players are still two players.
  for (const one of [...players.slice(2), ...players.slice(2)]) await bet(one, [leg(few)])
  for (const one of testers) await bet(one, [leg(tested)])
  expect(await popular()).toEqual([])
  await untilNextCount()
  await expect.poll(() => popular()).toEqual([most, third])
  expect(await popular('live')).toEqual([])

  feed.finish(most, 1, 0, now())
  await settle()
  await untilNextCount()
  await expect.poll(() => popular()).toEqual([third])
})

it('no more than five matches are popular', async () => {
  const players = await Promise.all([player(), player(), player()])
  const ids = Array.from({ length: 6 }, () => match())
  for (const one of players) for (const id of ids) await bet(one, [leg(id)])
  await untilNextCount()
  await expect.poll(async () => (await popular()).length).toBe(5)
})
