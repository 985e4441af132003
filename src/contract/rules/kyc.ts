/**
 * Brazilian taxpayer numbers: check digits, formatting, masking (Receita Federal; alphanumeric CNPJ: IN RFB
 * 2.229/2024).
 */

import type { ErrorKey } from '../errors.ts'
import { bareCode, plainText } from './typed.ts'

const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]

/**
 * In upper case, without dots, dashes, slashes, whitespace and invisible marks of writing direction; nothing else is
 * removed. Characters of other keyboards become plain ones (typed.ts).
 */
export function bareKey(text: string): string {
  return bareCode(text).replace(/[./]/g, '').toUpperCase()
}

/** Eleven digits, not all the same, with valid check digits; with or without punctuation. */
export function isCpf(text: string): boolean {
  const bare = bareKey(text)
  return /^\d{11}$/.test(bare) && !allSame(bare) && hasCheckDigits(bare, CPF_WEIGHTS)
}

/** Twelve digits or letters (letters since July 2026) and two check digits; with or without punctuation. */
export function isCnpj(text: string): boolean {
  const bare = bareKey(text)
  return /^[0-9A-Z]{12}\d{2}$/.test(bare) && !allSame(bare) && hasCheckDigits(bare, CNPJ_WEIGHTS)
}

/** 52998224725 as 529.982.247-25; also for partial input. Other characters are dropped. */
export function formatCpf(text: string): string {
  const digits = plainText(text).replace(/\D/g, '').slice(0, 11)
  return punctuate(digits, [
    [3, '.'],
    [6, '.'],
    [9, '-'],
  ])
}

/** 12ABC34501DE35 as 12.ABC.345/01DE-35; also for partial input. Other characters are dropped. */
export function formatCnpj(text: string): string {
  const characters = plainText(text)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, 14)
  return punctuate(characters, [
    [2, '.'],
    [5, '.'],
    [8, '/'],
    [12, '-'],
  ])
}

/** 529.982.247-25 as ***.982.247-**: the part that public registers also show. */
export function maskCpf(text: string): string {
  return maskAround(formatCpf(bareKey(text)), 3, 9)
}

/** 12.ABC.345/01DE-35 as **.ABC.345/****-**. */
export function maskCnpj(text: string): string {
  return maskAround(formatCnpj(bareKey(text)), 2, 8)
}

/** Whether a key is masked, that is, stands for the one stored on the server. */
export function isMaskedKey(text: string): boolean {
  return text.includes('*')
}

/** Years; who is younger may not play. */
export const ADULT_AGE = 18

/** Completed years on `today`; null when the date of birth lies after it or before any living person. Both YYYY-MM-DD. */
export function ageOn(birthDate: string, today: string): number | null {
  // A browser's date field takes years of six digits.
  if (!/^\d{4}-\d{2}-\d{2}$/.test(birthDate)) return null
  const [birthYear = 0, birthDay = ''] = [Number(birthDate.slice(0, 4)), birthDate.slice(5)]
  const age = Number(today.slice(0, 4)) - birthYear - (today.slice(5) < birthDay ? 1 : 0)
  return age >= 0 && age <= 125 ? age : null
}

const longestName = 120
/** What is still told that it is too long; more is no name at all. */
export const longestTypedName = 1_000

export type NameError = Extract<ErrorKey, 'kycInvalidName' | 'nameTooShort' | 'nameTooLong'>

/** Why a text is no name of a person or a company: 2 to 120 characters, at least two letters, no control characters but invisible marks. */
export function nameError(text: string): NameError | null {
  const name = text.trim()
  const letters = name.match(/\p{L}/gu)?.length ?? 0
  if (Array.from(name).length > longestName) return 'nameTooLong'
  if (letters === 1) return 'nameTooShort'
  return letters === 0 || /[^\P{C}\p{Cf}]/u.test(name) ? 'kycInvalidName' : null
}

function allSame(text: string): boolean {
  return new Set(text).size === 1
}

/** Two modulo-11 check digits at the end; the value of a character is its ASCII code minus 48. */
function hasCheckDigits(bare: string, weights: readonly number[]): boolean {
  const values = Array.from(bare, (character) => character.charCodeAt(0) - 48)
  const base = bare.length - 2
  return [base, base + 1].every((position) => {
    const used = weights.slice(weights.length - position)
    const sum = used.reduce((total, weight, i) => total + weight * (values[i] ?? 0), 0)
    const remainder = sum % 11
    return values[position] === (remainder < 2 ? 0 : 11 - remainder)
  })
}

function punctuate(text: string, marks: readonly (readonly [number, string])[]): string {
  const before = new Map(marks)
  return Array.from(text, (character, i) => (before.get(i) ?? '') + character).join('')
}

/** Hides the characters outside [from, to), counted without punctuation. */
function maskAround(text: string, from: number, to: number): string {
  let index = 0
  return text.replace(/[0-9A-Z]/g, (character) => {
    const shown = index >= from && index < to
    index++
    return shown ? character : '*'
  })
}
