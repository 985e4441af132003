import { useEffect } from 'react'
import { useStores } from '../../stores/useStores.ts'

/** Tells the rest of the app whether a round runs on this page; none does once the page is left. */
export function useRoundStatus(isRunning: boolean): void {
  const { rounds } = useStores()
  useEffect(() => {
    rounds.set(isRunning)
    return () => rounds.set(false)
  }, [rounds, isRunning])
}
