import { describe, expect, it } from 'vitest'
import { matchRoute } from '#renderer/app/routeTable.ts'

describe('a route', () => {
  it('has the value in its path', () => {
    expect(matchRoute('/yAMIGO234')).toMatchObject({ name: 'invitation', value: 'AMIGO234' })
    expect(matchRoute('/nada')).toBeUndefined()
  })

  it('has no bars if it is a form page, and all bars if it is the invitation', () => {
    expect(matchRoute('/registered')?.entry.bars).toBe('none')
    expect(matchRoute('/yAMIGO234')?.entry.bars).toBe('all')
  })
})
