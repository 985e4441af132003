import { useState } from 'react'
import { SandboxError } from '../SandboxApi.ts'
import { FieldError } from '../FormValues.ts'
import { usePage } from './Page.ts'

export interface Outcome {
  hasFailed: boolean
  text: string
  /** The field that is wrong. */
  field?: string
}

export interface Action {
  isRunning: boolean
  outcome?: Outcome
  /** Runs one at a time; the text it returns says what was done. */
  run: (act: () => Promise<string>) => void
}

/** Runs what a press orders, and says how it ended. */
export function useAction(): Action {
  const { texts } = usePage()
  const [isRunning, setRunning] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()

  const outcomeOf = (error: unknown): Outcome => {
    if (error instanceof FieldError)
      return { hasFailed: true, text: texts[error.problem], field: error.field }
    if (error instanceof SandboxError)
      return { hasFailed: true, text: error.message || texts.noResponse, field: error.field?.split('.')[0] }
    throw error
  }
  const run = async (act: () => Promise<string>) => {
    if (isRunning) return
    setRunning(true)
    setOutcome(undefined)
    try {
      const text = await act()
      setOutcome({ hasFailed: false, text })
    } catch (error) {
      setOutcome(outcomeOf(error))
    } finally {
      setRunning(false)
    }
  }
  return { isRunning, outcome, run: (act) => void run(act) }
}
