import { useEffect } from 'react'
import { useStores } from '../../stores/useStores.ts'

/** Reports to `RoundStatus` whether a round runs on this page; none does once the page is left. */
export function useRoundStatus(isRunning: boolean): void {
  const { rounds } = useStores()
  useEffect(() => {
    rounds.set(isRunning)
    return () => rounds.set(false)
  }, [rounds, isRunning])
}
