import { describe, expect, it } from 'vitest'
import { passwordError, passwordProblems } from '#contract/rules/password.ts'

const email = 'maria.lima@gmail.com'

describe('password', () => {
  it.each(['abcdefg1', 'Senha123', 'çãõéíóú1', `a1${'x'.repeat(126)}`])('accepts %s', (password) => {
    expect(passwordProblems(password, email)).toEqual([])
    expect(passwordError(password, email)).toBeNull()
  })

  it.each([
    ['', ['tooShort', 'noLetter', 'noDigit']],
    ['abcdef1', ['tooShort']],
    ['abcdefgh', ['noDigit']],
    ['12345678', ['noLetter']],
    [`a1${'x'.repeat(127)}`, ['tooLong']],
    ['xMARIA.Lima9', ['containsEmail']],
    ['maria.lima', ['noDigit', 'containsEmail']],
  ])('says what is wrong with %s', (password, problems) => {
    expect(passwordProblems(password, email)).toEqual(problems)
  })

  it('counts characters, not code units', () => {
    expect(passwordProblems('😀😀😀a1', email)).toEqual(['tooShort'])
  })

  it('compares with the e-mail only from four characters on', () => {
    expect(passwordProblems('ana12345', 'ana@gmail.com')).toEqual([])
    expect(passwordProblems('anna12345', ' Anna@gmail.com')).toEqual(['containsEmail'])
    expect(passwordProblems('abcdefg1', '')).toEqual([])
  })

  it('returns the key of the first problem', () => {
    expect(passwordError('maria.lima', email)).toBe('passwordWeak')
    expect(passwordError('maria.lima1', email)).toBe('passwordContainsEmail')
  })
})
