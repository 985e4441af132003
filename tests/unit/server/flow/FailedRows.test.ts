import { expect, test } from 'vitest'
import { FailedRowsOfJobs } from '#server/flow/FailedRows.ts'

test('a run begins no row after its time is over, and throws what has failed until then', async () => {
  const failed = new FailedRowsOfJobs().of('job')
  const limit = new AbortController()
  const now = new Date()
  const begun: string[] = []
  const run = failed.workOff(
    [{ id: 'first' }, { id: 'second' }, { id: 'third' }],
    { now, signal: limit.signal },
    ({ id }) => {
      begun.push(id)
      if (id === 'second') limit.abort()
      return id === 'first' ? Promise.reject(new Error('this row fails')) : Promise.resolve()
    },
  )
  await expect(run).rejects.toThrow('1 of 3 rows failed')
  expect(begun).toEqual(['first', 'second'])
  expect(failed.idsAt(now)).toEqual(['first'])
})
