import { describe, expect, it } from 'vitest'
import { passwordError } from '#contract/rules/password.ts'

const email = 'maria.lima@gmail.com'

describe('password', () => {
  it.each(['abcdefg1', 'Senha123', 'çãõéíóú1', `a1${'x'.repeat(126)}`])('accepts %s', (password) => {
    expect(passwordError(password, email)).toBeNull()
  })

  it.each([
    ['too short, without letters and digits', ''],
    ['too short', 'abcdef1'],
    ['without a digit', 'abcdefgh'],
    ['without a letter', '12345678'],
    ['too long', `a1${'x'.repeat(127)}`],
    ['without a digit, and the e-mail address', 'maria.lima'],
  ])('is weak when it is %s', (_, password) => {
    expect(passwordError(password, email)).toBe('passwordWeak')
  })

  it('counts characters, not code units', () => {
    expect(passwordError('😀😀😀a1', email)).toBe('passwordWeak')
    expect(passwordError('😀😀😀😀😀😀a1', email)).toBeNull()
  })

  it('contains no name of the e-mail address, in either case', () => {
    expect(passwordError('maria.lima1', email)).toBe('passwordContainsEmail')
    expect(passwordError('xMARIA.Lima9', email)).toBe('passwordContainsEmail')
    expect(passwordError('ｍａｒｉａ.ｌｉｍａ９', email)).toBe('passwordContainsEmail')
  })

  it('compares with the e-mail only from four characters on', () => {
    expect(passwordError('ana12345', 'ana@gmail.com')).toBeNull()
    expect(passwordError('anna12345', ' Anna@gmail.com')).toBe('passwordContainsEmail')
    expect(passwordError('abcdefg1', '')).toBeNull()
  })
})
