import { describe, expect, it } from 'vitest'
import { checkPhone } from '#server/domain/accounts/phones.ts'
import { Refusal } from '#server/texts/refusal.ts'

describe('phone of a registration', () => {
  it.each([
    ['55', '(11) 98765-4321', '+55', '11987654321'],
    ['+55', '+55 11 98765 4321', '+55', '11987654321'],
    ['', '1132654321', '+55', '1132654321'],
    ['55', '55987654321', '+55', '55987654321'],
    ['1', '415-555-2671', '+1', '4155552671'],
    ['+234', '08031234567', '+234', '08031234567'],
    ['55', '', '+55', ''],
    ['55', '011 98765-4321', '+55', '11987654321'],
    ['＋５５', '（１１）９８７６５－４３２１', '+55', '11987654321'],
    ['55', '\u200e11 98765\u20114321', '+55', '11987654321'],
  ])('%s %s is accepted', (country, phone, prefix, digits) => {
    expect(checkPhone(country, phone)).toEqual({ country: prefix, phone: digits })
  })

  it.each([
    ['55', '987654321'],
    ['55', '00987654321'],
    ['55', '119876543210'],
    ['55', 'onze nove'],
    ['1', '12345'],
    ['81', '0000000000'],
    ['81', '1234567890123456'],
    ['abc', '11987654321'],
    ['0', '11987654321'],
    ['12345', '11987654321'],
  ])('%s %s is refused', (country, phone) => {
    expect(() => checkPhone(country, phone)).toThrow(Refusal)
  })
})
