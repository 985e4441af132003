import { expect, it } from 'vitest'
import { isHomeAlias, matchPage } from '#contract/pages.ts'

it.each([
  ['/home', 'home', ''],
  ['/home/', 'home', ''],
  ['/registered', 'registered', ''],
  ['/yAMIGO234', 'invitation', 'AMIGO234'],
  ['/yAMIGO234/', 'invitation', 'AMIGO234'],
  ['/yA%20B', 'invitation', 'A B'],
  ['/y%E0', 'invitation', '%E0'],
  ['/zgot0ken', 'link', 't0ken'],
  ['/active7', 'active', '7'],
])('%s is %s with the value "%s"', (path, name, value) => {
  expect(matchPage(path)).toEqual({ name, value })
})

it.each(['/', '/main', '/nada', '/y', '/zgo', '/active/', '/yAMIGO/mais', '/home/mais', '/HOME', ''])(
  '"%s" is no page',
  (path) => {
    expect(matchPage(path)).toBeUndefined()
  },
)

it('recognises the aliases of /home', () => {
  expect(['/', '/main', '/main/', '/home', '/nada'].map(isHomeAlias)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
