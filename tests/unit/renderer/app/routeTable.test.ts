import { describe, expect, it } from 'vitest'
import { matchRoute } from '#renderer/app/routeTable.ts'

describe('a route', () => {
  it('has the value in its path', () => {
    expect(matchRoute('/yAMIGO234')).toMatchObject({ name: 'invitation', value: 'AMIGO234' })
    expect(matchRoute('/nada')).toBeUndefined()
  })

  it('of the form pages stands alone, of the invitation between the bars', () => {
    expect(matchRoute('/registered')?.entry.bars).toBe('none')
    expect(matchRoute('/yAMIGO234')?.entry.bars).toBe('all')
  })
})
