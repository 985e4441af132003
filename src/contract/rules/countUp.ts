/** Defaults of the count-up widget (spec §9). */
export const countUpDefaults = { durationSeconds: 2, separator: ',' } as const

const units = [
  { from: 1e9, unit: 'B+' },
  { from: 1e6, unit: 'M+' },
  { from: 1e3, unit: 'K+' },
] as const

/** 1,234 -> 1 K+, 2,500,000 -> 2 M+, 3e9 -> 3 B+; below 1,000 no unit. The plus says that it was cut. */
export function countUpParts(value: number): { amount: number; unit: 'K+' | 'M+' | 'B+' | '' } {
  const step = units.find(({ from }) => value >= from)
  return step ? { amount: Math.floor(value / step.from), unit: step.unit } : { amount: value, unit: '' }
}

/** Whole number with groups of three: 1234567 -> 1,234,567. */
export function groupThousands(value: number, separator: string = countUpDefaults.separator): string {
  return String(Math.trunc(value)).replace(/\B(?=(\d{3})+$)/g, separator)
}
