import { expect, it } from 'vitest'
import { isPagePath } from '#contract/pages.ts'

it.each([
  '/',
  '/main',
  '/main/',
  '/home',
  '/home/',
  '/registered',
  '/v%69p',
  '/yAMIGO234',
  '/yAMIGO234/',
  '/yA%20B',
  '/yA%2FB',
  '/y%E0',
  '/zgot0ken',
  '/active7',
])('%s is a page', (path) => {
  expect(isPagePath(path)).toBe(true)
})

it.each(['/nada', '/y', '/zgo', '/active/', '/yAMIGO/mais', '/home/mais', '/HOME', '//home', ''])(
  '"%s" is no page',
  (path) => {
    expect(isPagePath(path)).toBe(false)
  },
)
