import { format } from 'node:util'

const maxErrors = 20
const longest = 300
const errors: { at: string; text: string }[] = []

/** Keeps the newest warnings and errors of the main process, which contain no secrets, for the staff panel. */
export function keepLastErrors(): void {
  for (const level of ['warn', 'error'] as const) {
    const write = console[level].bind(console)
    console[level] = (...parts: unknown[]) => {
      errors.push({ at: new Date().toISOString(), text: format(...parts).slice(0, longest) })
      if (errors.length > maxErrors) errors.shift()
      write(...parts)
    }
  }
}

/** The newest last. */
export function lastErrors(): { at: string; text: string }[] {
  return [...errors]
}
