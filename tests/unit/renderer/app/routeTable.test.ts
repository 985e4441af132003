import { describe, expect, it } from 'vitest'
import { matchRoute } from '#renderer/app/routeTable.ts'

describe('addresses', () => {
  it.each([
    ['/home', 'home', ''],
    ['/home/', 'home', ''],
    ['/registered', 'registered', ''],
    ['/yAMIGO234', 'invitation', 'AMIGO234'],
    ['/yA%20B', 'invitation', 'A B'],
    ['/y%E0', 'invitation', '%E0'],
    ['/zgot0ken', 'link', 't0ken'],
  ])('%s is %s with the value "%s"', (path, name, value) => {
    expect(matchRoute(path)).toMatchObject({ name, value })
  })

  it.each(['/', '/main', '/nada', '/y', '/zgo', '/yAMIGO/mais', '/home/mais'])('%s is unknown', (path) => {
    expect(matchRoute(path)).toBeUndefined()
  })

  it('the form pages stand alone, the invitation between the bars', () => {
    expect(matchRoute('/registered')?.entry.bars).toBe('none')
    expect(matchRoute('/yAMIGO234')?.entry.bars).toBe('all')
  })
})
