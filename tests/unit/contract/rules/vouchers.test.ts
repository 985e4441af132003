import { describe, expect, it } from 'vitest'
import {
  formatVoucherCode,
  parseVoucherCode,
  voucherAlphabet,
  withCheckCharacters,
} from '#contract/rules/vouchers.ts'

const code = withCheckCharacters('ABCDEFGHJKMNPQ')

describe('the code of a voucher', () => {
  it('is read in any case, with or without its groups', () => {
    expect(formatVoucherCode(code)).toMatch(/^ABCD-EFGH-JKMN-PQ..$/)
    for (const text of [code, formatVoucherCode(code), formatVoucherCode(code).toLowerCase(), ` ${code} `]) {
      expect(parseVoucherCode(text)).toBe(code)
    }
  })

  it.each(['https://vale.example/vale', 'HTTPS://VALE.EXAMPLE:8443/VALE', 'httpsÇ;;vale.example;vale'])(
    'is read from its address, as a scanner types it: %s…',
    (start) => expect(parseVoucherCode(start + formatVoucherCode(code))).toBe(code),
  )

  it('is not read from another address', () => {
    expect(parseVoucherCode(`https://vale.example/bilhete${code}`)).toBeNull()
    expect(parseVoucherCode(`https://vale.example/vale${code}/x`)).toBeNull()
  })

  it('is refused with any one character wrong', () => {
    for (let at = 0; at < code.length; at++) {
      for (const character of voucherAlphabet) {
        if (character === code[at]) continue
        expect(parseVoucherCode(code.slice(0, at) + character + code.slice(at + 1))).toBeNull()
      }
    }
  })

  it('is refused with two neighbours swapped', () => {
    for (let at = 0; at + 1 < code.length; at++) {
      if (code[at] === code[at + 1]) continue
      const swapped = code.slice(0, at) + (code[at + 1] ?? '') + (code[at] ?? '') + code.slice(at + 2)
      expect(parseVoucherCode(swapped)).toBeNull()
    }
  })

  it.each(['', 'ABCD', `${code}A`, code.replace('A', '0'), code.replace('A', 'É')])(
    '%j is refused',
    (text) => {
      expect(parseVoucherCode(text)).toBeNull()
    },
  )
})
