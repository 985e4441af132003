import { describe, expect, it } from 'vitest'
import { isEmail, normalizeEmail, suggestEmails } from '#contract/rules/email.ts'

it('converts to lower case', () => {
  expect(normalizeEmail('  Ana.Lima@GMAIL.com ')).toBe('ana.lima@gmail.com')
})

describe('syntax', () => {
  it.each([
    'a@b.co',
    'ana.lima+jogo@gmail.com',
    'joão@exemplo.com.br',
    'qa-1@sandbox.test',
    'a@xn--bcher-kva.xn--p1ai',
    `${'a'.repeat(64)}@gmail.com`,
  ])('%s is valid', (text) => {
    expect(isEmail(text)).toBe(true)
  })

  it.each([
    '',
    'ana',
    'ana@',
    '@gmail.com',
    'ana@gmail',
    'ana@@gmail.com',
    'a@b@c.com',
    'ana lima@gmail.com',
    '.ana@gmail.com',
    'ana.@gmail.com',
    'an..a@gmail.com',
    'ana@-gmail.com',
    'ana@gmail-.com',
    'ana@gmail..com',
    'ana@gmail.c',
    'ana@127.0.0.1',
    'ana@gmail.com\n',
    `${'a'.repeat(65)}@gmail.com`,
    `a@${'b.'.repeat(126)}com`,
  ])('%j is not valid', (text) => {
    expect(isEmail(text)).toBe(false)
  })
})

describe('suggestions', () => {
  it('lists the domains in their documented order', () => {
    const names =
      'gmail, hotmail, outlook, live, yahoo, icloud, facebook, me, aol, mac, msn, verizon, att, gmx'
    const offered = suggestEmails('Ana')
    expect(offered.map((email) => /^ana@(.+)\.(com|net)$/.exec(email)?.[1]).join(', ')).toBe(names)
    for (const email of offered) expect(isEmail(email)).toBe(true)
  })

  it('offers all domains after a name, then those that match', () => {
    expect(suggestEmails('ana@')).toHaveLength(14)
    expect(suggestEmails('ana@')).toEqual(suggestEmails('Ana'))
    expect(suggestEmails('ana@m')).toEqual(['ana@me.com', 'ana@mac.com', 'ana@msn.com'])
    expect(suggestEmails('ana@gm')).toEqual(['ana@gmail.com', 'ana@gmx.com'])
  })

  it('offers nothing for an empty name, a complete domain or an unknown one', () => {
    for (const text of ['', '@', '@gm', 'ana@gmail.com', 'ana@uol', 'a@b@g'])
      expect(suggestEmails(text)).toEqual([])
  })
})
