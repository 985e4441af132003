import { expect, it } from 'vitest'
import { FormStore } from '#renderer/screens/footballPage/FormStore.ts'
import { createFixture } from '../../stores/rootFixture.ts'

const path = '/api/app/sports/form/m1'
const form = { home: [], away: [], meetings: [] }

it('has what both sides have played, or nothing where the server does not answer', async () => {
  const { root, respond } = createFixture()
  respond(path, { data: form })
  const store = new FormStore(root, 'm1')
  expect([store.isLoading, store.form]).toEqual([true, null])
  await store.load()
  expect([store.isLoading, store.form]).toEqual([false, form])

  for (const failure of [{ httpStatus: 503, status: 503, message: 'não' }, { networkError: true }]) {
    respond(path, failure)
    const failed = new FormStore(root, 'm1')
    await failed.load()
    expect([failed.isLoading, failed.form]).toEqual([false, null])
  }
  expect(root.alerts.current).toBeUndefined()
})
