/** One line of the doctor's report. `missing` keeps a server from going into production, `advice` does not. */
export interface Finding {
  grade: 'ok' | 'advice' | 'missing'
  text: string
}

export const ok = (text: string): Finding => ({ grade: 'ok', text })
export const advice = (text: string): Finding => ({ grade: 'advice', text })
export const missing = (text: string): Finding => ({ grade: 'missing', text })

/** `ok` with the first text if it is so, else `otherwise`. */
export function check(isSo: boolean, text: string, otherwise: Finding): Finding {
  return isSo ? ok(text) : otherwise
}
