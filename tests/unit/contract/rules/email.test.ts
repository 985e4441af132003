import { describe, expect, it } from 'vitest'
import {
  canonicalEmail,
  isEmail,
  mixesScripts,
  normalizeEmail,
  suggestEmails,
} from '#contract/rules/email.ts'

it('converts to lower case', () => {
  expect(normalizeEmail('  Ana.Lima@GMAIL.com ')).toBe('ana.lima@gmail.com')
})

it('converts what an input method types to the same letters', () => {
  expect(normalizeEmail(' ａｎａ＠ｇｍａｉｌ。ｃｏｍ\u00a0')).toBe('ana@gmail.com')
  expect(normalizeEmail('José@Exemplo.com'.normalize('NFD'))).toBe('josé@exemplo.com'.normalize('NFC'))
})

describe('one form for comparing', () => {
  it.each([
    [
      'anasilva@gmail.com',
      [
        'Ana.Silva@GMAIL.com',
        'a.n.a.silva+jogo@googlemail.com',
        'ANASILVA+a+b@gmail.com',
        'ａnasilva@gmail.com',
      ],
    ],
    ['ana.silva@outlook.com.br', ['ana.silva+jogo@outlook.com.br']],
    ['ana.silva@hotmail.com', ['Ana.Silva+1@hotmail.com']],
    ['ana.silva@live.com', ['ana.silva+x@live.com']],
    ['ana@icloud.com', ['ana+x@icloud.com', 'ana@me.com', 'ana+y@mac.com']],
    ['anasilva@proton.me', ['ana.silva@protonmail.com', 'ana_silva+x@pm.me', 'ana-silva@proton.me']],
    ['ana@fastmail.com', ['ana+x@fastmail.com', 'jogo@ana.fastmail.com']],
    ['ana.silva@yahoo.com.br', ['ana.silva-jogo@yahoo.com.br']],
    ['anasilva@yandex.ru', ['ana.silva@ya.ru', 'ana-silva+x@yandex.com']],
    ['ana.silva+x@exemplo.com.br', ['Ana.Silva+X@Exemplo.com.br']],
    ['josé@xn--bcher-kva.de', ['JOSE\u0301@bücher.de', 'josé@xn--bcher-kva.de', 'josé@BÜCHER。de']],
    ['+x@gmail.com', ['+x@gmail.com']],
    ['erased-1', ['erased-1']],
  ])('%s stands for all its spellings', (canonical, spellings) => {
    for (const spelling of [canonical, ...spellings]) expect(canonicalEmail(spelling)).toBe(canonical)
  })

  it('keeps apart what a provider keeps apart', () => {
    expect(canonicalEmail('ana.silva@outlook.com')).not.toBe(canonicalEmail('anasilva@outlook.com'))
    expect(canonicalEmail('ana@hotmail.com')).not.toBe(canonicalEmail('ana@outlook.com'))
    expect(canonicalEmail('ana-silva@gmail.com')).not.toBe(canonicalEmail('ana@gmail.com'))
    expect(canonicalEmail('ana+x@yahoo.com')).not.toBe(canonicalEmail('ana@yahoo.com'))
  })
})

describe('writing systems', () => {
  it.each(['аdmin@gmail.com', 'admin@gmаil.com', 'αna@gmail.com', 'анaa@пример.рф', 'ана田@gmail.com'])(
    '%s mixes two',
    (email) => {
      expect(mixesScripts(email)).toBe(true)
    },
  )

  it.each([
    'ana.lima_2+x@gmail.com',
    'joão@exemplo.com.br',
    'анна@пример.рф',
    'anna@пример.com',
    '山田たろう@例え.jp',
    '김철수kim@daum.net',
    'nguyễn@gmail.com',
    '李ming@qq.com',
    'أحمد@gmail.com',
  ])('%s does not', (email) => {
    expect(mixesScripts(email)).toBe(false)
  })
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
    'ana@xn--a-ecp.com',
    'ana\u200b@gmail.com',
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
