/** The defaults of the count-up widget; `duration` in seconds. */
export const countUpDefaults = {
  duration: 2,
  separator: ',',
  decimal: '.',
  decimals: 0,
  units: false,
} as const

/** The options of {@link formatCount}. */
export interface CountFormat {
  /** Thousands separator. Default ','. */
  separator?: string
  /** Decimal sign. Default '.'. */
  decimal?: string
  /** Default 0. */
  decimals?: number
  /** 1,200,000 as 1.2M+: K+ from 10^3, M+ from 10^6, B+ from 10^9. Default false. */
  units?: boolean
}

const steps = [
  { from: 1e9, unit: 'B+' },
  { from: 1e6, unit: 'M+' },
  { from: 1e3, unit: 'K+' },
] as const

/** Formats a count: 12,345 or, with units, 12.3K+. */
export function formatCount(value: number, format: CountFormat = {}): string {
  const { separator, decimal, decimals, units } = { ...countUpDefaults, ...format }
  const step = units ? steps.find(({ from }) => Math.abs(value) >= from) : undefined
  if (step) {
    // Truncated, not rounded: 999,999 is not yet 1M.
    const scaled = Math.trunc((value / step.from) * 10) / 10
    return `${String(scaled).replace('.', decimal)}${step.unit}`
  }
  const [whole = '0', fraction] = Math.abs(value).toFixed(decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, separator)
  return `${value < 0 ? '-' : ''}${grouped}${fraction ? decimal + fraction : ''}`
}

/** Progress 0..1 -> eased 0..1, fast first (exponential out). */
export function easeOut(progress: number): number {
  return progress >= 1 ? 1 : 1 - 2 ** (-10 * progress)
}
