import { expect, it } from 'vitest'
import type { FeedNameRow } from '#contract/office/feedNames.ts'
import { StoredSource } from '#server/feed/store/StoredSource.ts'
import { atEnd } from './helpers/atEnd.ts'
import { createTestOffice } from './helpers/testOffice.ts'

const office = await createTestOffice({
  FEED_PROVIDER: 'replay',
  FEED_FOLDER: 'tests/server/recordings/cup',
})
const { product } = office
const { deps } = product
const [content, support] = [await office.as('content'), await office.as('support')]
const reason = 'as the federation writes it'

it('a league and a team are shown by our names, in open matches too; no brand of another house, no name twice', async () => {
  const ending = new AbortController()
  const taken = deps.feedSource.takeIn?.(ending.signal)
  atEnd(async () => {
    ending.abort()
    await taken
  })
  const match = () => deps.feed.match('m2', deps.clock.now())
  await expect.poll(match).toMatchObject({ league: 'Bundesliga (Áustria)', home: 'Grünsee' })
  const list = async (query: string) =>
    (await content.get<{ data: FeedNameRow[] }>(`/api/feed-names?${query}`)).data.data
  const [league] = await list('q=ustria&kind=league')
  expect(league).toMatchObject({
    id: 'league:l2',
    sourceName: 'Bundesliga',
    country: 'Áustria',
    changedBy: null,
  })
  expect(await list('kind=team')).toHaveLength(4)
  expect(await list('isOurs=true')).toEqual([])

  // The desk has stopped the league: it stays stopped by its new name.
  await deps.db.write(
    `insert into desk_rules (sport, league, market, is_stopped, margin, changed_by, changed_at) values
       ('football', $1, '', true, 0.09, 'x', now()), ('football', $1, 'winner:1', true, 0.08, 'x', now()),
       ('football', 'Liga Austríaca', 'winner:1', false, 0.04, 'y', now())`,
    [league?.name ?? ''],
  )
  await deps.desk.refresh()
  await expect.poll(() => match()?.isSuspended).toBe(true)
  const before = match()?.version ?? 0

  const rename = (who: typeof content, id: string, name: string) =>
    who.post<FeedNameRow>(`/api/feed-names/${encodeURIComponent(id)}/change`, { name, reason })
  expect((await rename(support, 'league:l2', 'Liga Austríaca')).status).toBe(403)
  expect((await rename(content, 'league:l2', 'Liga Betano')).status).toBe(422)
  expect((await rename(content, 'league:l2', 'Bundesliga')).status).toBe(422)
  expect((await rename(content, 'league:nobody', 'Liga')).status).toBe(404)
  expect((await rename(content, 'league:l2', 'Liga Austríaca')).data).toMatchObject({
    name: 'Liga Austríaca',
  })
  // With its margin, and what was decided for the new name stays.
  const rules = await deps.db.read(
    `select market, margin::float as margin, is_stopped from desk_rules where league = 'Liga Austríaca' order by market`,
  )
  expect(rules).toEqual([
    { market: '', margin: 0.09, is_stopped: true },
    { market: 'winner:1', margin: 0.04, is_stopped: true },
  ])
  expect((await rename(content, 'team:t3', 'Lago Verde')).status).toBe(200)
  await expect.poll(match).toMatchObject({ league: 'Liga Austríaca', home: 'Lago Verde', isSuspended: true })
  expect(match()?.version).toBeGreaterThan(before)
  expect((await list('isOurs=true')).map(({ name }) => name).toSorted()).toEqual([
    'Lago Verde',
    'Liga Austríaca',
  ])
  expect(deps.feedSource).toBeInstanceOf(StoredSource)
  const audit = await deps.db.read<{ action: string; reason: string }>(
    `select action, reason from office.staff_audit where subject_kind = 'feedName'`,
  )
  expect(audit).toEqual([
    { action: 'feedNames.change', reason },
    { action: 'feedNames.change', reason },
  ])
})
