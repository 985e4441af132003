import { cnpj, cpf } from 'cpf-cnpj-validator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bareKey,
  formatCnpj,
  formatCpf,
  isCnpj,
  isCpf,
  isMaskedKey,
  nameError,
  maskCnpj,
  maskCpf,
} from '#contract/rules/kyc.ts'

describe('CPF', () => {
  it.each([
    '529.982.247-25',
    '52998224725',
    ' 529 982 247 25 ',
    '11144477735',
    '00000000191',
    '５２９．９８２．２４７－２５',
    '\u200e529.982.247\u201325',
  ])('%s is valid', (text) => {
    expect(isCpf(text)).toBe(true)
  })

  it.each([
    '52998224724',
    '52998224715',
    '5299822472',
    '529982247250',
    '11111111111',
    '00000000000',
    '',
    '5299822472a',
    '529_98224725',
  ])('%s is not valid', (text) => {
    expect(isCpf(text)).toBe(false)
  })

  it('agrees with an independent validator on any eleven digits', () => {
    const digits = fc.stringMatching(/^\d{11}$/)
    fc.assert(fc.property(digits, (text) => isCpf(text) === cpf.isValid(text)))
    for (let i = 0; i < 50; i++) expect(isCpf(cpf.generate())).toBe(true)
  })

  it('catches every single wrong digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 1, max: 9 }), (position, shift) => {
        const digits = Array.from('52998224725', Number)
        digits[position] = ((digits[position] ?? 0) + shift) % 10
        return !isCpf(digits.join(''))
      }),
    )
  })

  it('is formatted while it is typed, and masked', () => {
    expect(['', '5', '529', '5299', '529982247', '52998224725', '529982247259'].map(formatCpf)).toEqual([
      '',
      '5',
      '529',
      '529.9',
      '529.982.247',
      '529.982.247-25',
      '529.982.247-25',
    ])
    expect(maskCpf('52998224725')).toBe('***.982.247-**')
    expect(isMaskedKey(maskCpf('52998224725'))).toBe(true)
    expect(isMaskedKey('529.982.247-25')).toBe(false)
    expect(isCpf(maskCpf('52998224725'))).toBe(false)
  })
})

describe('CNPJ', () => {
  it.each(['11.222.333/0001-81', '11222333000181', '12.ABC.345/01DE-35', '12abc34501de35'])(
    '%s is valid',
    (text) => {
      expect(isCnpj(text)).toBe(true)
    },
  )

  it.each([
    '11222333000182',
    '11222333000191',
    '1122233300018',
    '00000000000000',
    '12ABC34501DE36',
    '12ABC34501DEA5',
    '12ÁBC34501DE35',
    '',
  ])('%s is not valid', (text) => {
    expect(isCnpj(text)).toBe(false)
  })

  it('agrees with an independent validator on numeric ones', () => {
    fc.assert(fc.property(fc.stringMatching(/^\d{14}$/), (text) => isCnpj(text) === cnpj.isValid(text)))
    for (let i = 0; i < 50; i++) expect(isCnpj(cnpj.generate())).toBe(true)
  })

  it('is formatted and masked', () => {
    expect(formatCnpj('12abc34501de35')).toBe('12.ABC.345/01DE-35')
    expect(formatCnpj('112')).toBe('11.2')
    expect(maskCnpj('12.ABC.345/01DE-35')).toBe('**.ABC.345/****-**')
  })
})

it('strips punctuation and nothing else', () => {
  expect(bareKey(' 12.abc/34-5 ')).toBe('12ABC345')
  expect(bareKey('12*34')).toBe('12*34')
})

it('recognises a plausible name', () => {
  for (const name of ['Ana', 'José da Silva', '李明', "D'Ávila", 'x'.repeat(120)])
    expect(nameError(name), name).toBeNull()
  for (const name of ['', '12345', 'Ana\u0000Maria']) expect(nameError(name), name).toBe('kycInvalidName')
  for (const name of ['A', '  A ', '李', 'X.']) expect(nameError(name), name).toBe('nameTooShort')
  expect(nameError('x'.repeat(121))).toBe('nameTooLong')
})
