import { expect, it } from 'vitest'
import { bareCode, plainNumber, plainText } from '#contract/rules/typed.ts'
import { formatCnpj, formatCpf, isCnpj, isCpf } from '#contract/rules/kyc.ts'
import { parseVoucherCode, withCheckCharacters } from '#contract/rules/vouchers.ts'

const cpf = '52998224725'
const inScript = (zero: number) => cpf.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

it.each([
  ['full width', inScript(0xff10)],
  ['Arabic-Indic', inScript(0x660)],
  ['Persian', inScript(0x6f0)],
  ['Devanagari', inScript(0x966)],
  ['mathematical bold', inScript(0x1d7ce)],
  ['a hyphen that does not break', '529.982.247\u201125'],
  ['an en dash', '529.982.247–25'],
  ['a minus sign', '529.982.247−25'],
  ['the mark of a Japanese keyboard', '529.982.247ー25'],
  ['full-width marks', '529．982．247－25'],
  ['a mark of writing direction', '\u200e529.982.247-25\u202c'],
  ['a soft hyphen and a joiner', '529\u00ad982\u200d24725'],
  ['blanks, one that does not break', ' 529 982\u00a0247\u300025 '],
])('a CPF may be typed with %s', (_, typed) => {
  expect(isCpf(typed)).toBe(true)
  expect(formatCpf(typed)).toBe('529.982.247-25')
})

it('a CNPJ keeps its letters', () => {
  expect(isCnpj('１２．ａｂｃ．３４５／０１ｄｅ–３５')).toBe(true)
  expect(formatCnpj('12abc34501de35\u200b')).toBe('12.ABC.345/01DE-35')
})

it('a voucher may be typed in any of these ways', () => {
  const code = withCheckCharacters('8DK67GWXD4JPCU')
  const wide = [...code].map((character) => String.fromCodePoint(character.codePointAt(0)! + 0xfee0)).join('')
  for (const typed of [code, code.toLowerCase(), wide, code.replace(/(.{4})/g, '$1\u2011'), ` ${code}\u200b`])
    expect(parseVoucherCode(typed), typed).toBe(code)
})

it('a phone and a seed keep hyphens, plain ones', () => {
  expect(plainNumber(' ０９０ー１２３４–５６７８\u200b')).toBe('090-1234-5678')
})

it('nothing else is dropped, so that a letter too many is still wrong', () => {
  expect(bareCode(' 7１6–62\u20601x ')).toBe('716621x')
  expect(plainText('Ａna–Maria 3')).toBe('Ana–Maria 3')
  expect(isCpf('529.982.247-25x')).toBe(false)
})
