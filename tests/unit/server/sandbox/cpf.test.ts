import { cpf } from 'cpf-cnpj-validator'
import { expect, it } from 'vitest'
import { randomCpf } from '#server/sandbox/cpf.ts'

it('makes distinct numbers that another library accepts as CPFs', () => {
  const numbers = Array.from({ length: 500 }, randomCpf)
  for (const number of numbers) expect(cpf.isValid(number)).toBe(true)
  expect(new Set(numbers).size).toBe(500)
})
