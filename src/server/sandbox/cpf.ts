import { randomInt } from 'node:crypto'
import { isCpf } from '#contract/rules/kyc.ts'

/** A random CPF with valid check digits. */
export function randomCpf(): string {
  for (;;) {
    const base = Array.from({ length: 9 }, () => randomInt(10))
    const first = checkDigit(base)
    const cpf = [...base, first, checkDigit([...base, first])].join('')
    if (isCpf(cpf)) return cpf
  }
}

/** Modulo 11, with weights falling to 2. */
function checkDigit(digits: number[]): number {
  const sum = digits.reduce((total, digit, index) => total + digit * (digits.length + 1 - index), 0)
  const rest = (sum * 10) % 11
  return rest === 10 ? 0 : rest
}
