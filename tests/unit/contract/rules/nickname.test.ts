import { describe, expect, it } from 'vitest'
import { nicknameError, nicknameKey, normalizeNickname } from '#contract/rules/nickname.ts'

const brand = 'Casa Verde'.replace(' ', '')

describe('a nickname', () => {
  it.each([
    'ana',
    'Lua_Cheia',
    'João_77',
    'ЛунныйКот',
    '月の猫2026',
    '달고양이',
    'abcdefghijklmnop',
    'ＡＮＡ',
  ])('%s can be chosen', (name) => expect(nicknameError(name, brand)).toBeNull())

  it.each([
    ['an', 'too short'],
    ['abcdefghijklmnopq', 'too long'],
    ['ana maria', 'a blank'],
    ['ana@x', 'an address'],
    ['ana.com', 'a host'],
    ['site_com', 'a host'],
    ['www_ana', 'a host'],
    ['anagmail', 'an address'],
    ['t21987654', 'a phone'],
    ['1_2_3_4_5_6_7a', 'a phone'],
    ['12345', 'no letter'],
    ['Аnna', 'two scripts'],
    ['a\u202ebc', 'a mark that turns the text'],
    ['ana\u200d', 'an invisible mark'],
  ])('%s cannot: %s', (name) => expect(nicknameError(name, brand)).toBe('nicknameInvalid'))

  it.each([
    'Admin',
    'adm1n_br',
    'SUP0RTE',
    'xStaffx',
    'CasaVerde',
    'c4sa_casa_verde',
    'Админ_1',
    '客服小王',
    'Tucano01234',
  ])('%s is reserved', (name) => expect(nicknameError(name, brand)).toBe('nicknameReserved'))
})

it('names that look alike have one key', () => {
  const alike = ['modem_1', 'Modern_l', 'MODEM1', 'módem_l', 'mоdеm_1']
  expect(new Set(alike.map(nicknameKey)).size).toBe(1)
  expect(nicknameKey('lua')).not.toBe(nicknameKey('lia'))
  expect(normalizeNickname(' ＡＮＡ\u3000')).toBe('ANA')
})
