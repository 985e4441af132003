import { expect, it } from 'vitest'
import { cspHeader, ownFilesOnly } from '#contract/csp.ts'

it('lists the directives in one order, whatever order they are given in', () => {
  expect(
    cspHeader({ 'frame-ancestors': ["'self'"], 'img-src': ["'self'", 'data:'], 'default-src': ["'none'"] }),
  ).toBe("default-src 'none'; img-src 'self' data:; frame-ancestors 'self'")
})

it('allows nothing for a directive without sources', () => {
  expect(cspHeader({ 'frame-src': [] })).toBe("frame-src 'none'")
})

it('allows only scripts and styles of its own origin by default', () => {
  expect(cspHeader(ownFilesOnly)).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
})
