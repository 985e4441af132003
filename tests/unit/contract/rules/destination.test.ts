import { describe, expect, it } from 'vitest'
import {
  allowedDestinations,
  canonicalKey,
  destinationError,
  maskKey,
  needsHolder,
} from '#contract/rules/destination.ts'
import { isTrc20Address, maskTrc20 } from '#contract/rules/trc20.ts'

/** The USDT contract itself, and TRON's burn address. */
const addresses = ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb']

describe('TRC20 address', () => {
  it.each(addresses)('%s is valid', async (address) => {
    expect(await isTrc20Address(address)).toBe(true)
  })

  it('every changed character breaks the checksum', async () => {
    const [address = ''] = addresses
    for (let i = 1; i < address.length; i++) {
      const other = address[i] === 'a' ? 'b' : 'a'
      expect(await isTrc20Address(address.slice(0, i) + other + address.slice(i + 1))).toBe(false)
    }
  })

  it.each([
    '',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6tt',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj0t',
    'tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  ])('%s is not valid', async (address) => {
    expect(await isTrc20Address(address)).toBe(false)
  })

  it('is masked', () => {
    expect(maskTrc20(addresses[0] ?? '')).toBe('TR7N***Lj6t')
  })
})

describe('destination', () => {
  const check = (type: 'CPF' | 'CNPJ' | 'USDT', key: string, holder = 'Ana Lima', usdt = true) =>
    destinationError({ type, key, holder }, usdt)

  it('offers USDT only where it is enabled', () => {
    expect(allowedDestinations(false)).toEqual(['CPF', 'CNPJ'])
    expect(allowedDestinations(true)).toEqual(['CPF', 'CNPJ', 'USDT'])
    expect((['CPF', 'CNPJ', 'USDT'] as const).map(needsHolder)).toEqual([true, true, false])
  })

  it('accepts valid ones', async () => {
    expect(await check('CPF', '529.982.247-25')).toBeNull()
    expect(await check('CNPJ', '12.ABC.345/01DE-35')).toBeNull()
    expect(await check('USDT', ` ${addresses[0]} `, '')).toBeNull()
  })

  it('says what is wrong', async () => {
    expect(await check('CPF', '11222333000181')).toBe('cpfInvalid')
    expect(await check('CNPJ', '52998224725')).toBe('cnpjInvalid')
    expect(await check('CPF', '52998224725', '')).toBe('holderNameMissing')
    expect(await check('USDT', '52998224725')).toBe('usdtAddressInvalid')
    expect(await check('USDT', addresses[0] ?? '', '', false)).toBe('usdtNotEnabled')
    expect(await check('CPF', maskKey('CPF', '52998224725'))).toBe('cpfInvalid')
  })

  it('stores keys without punctuation and masks them for display', () => {
    expect(canonicalKey('CPF', '529.982.247-25')).toBe('52998224725')
    expect(canonicalKey('CNPJ', '12.abc.345/01de-35')).toBe('12ABC34501DE35')
    expect(canonicalKey('USDT', ` ${addresses[0]}`)).toBe(addresses[0])
    expect(maskKey('CPF', '52998224725')).toBe('***.982.247-**')
    expect(maskKey('CNPJ', '11222333000181')).toBe('**.222.333/****-**')
    expect(maskKey('USDT', addresses[0] ?? '')).toBe('TR7N***Lj6t')
  })
})
