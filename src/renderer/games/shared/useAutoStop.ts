import { useEffect } from 'react'
import { useStores } from '../../stores/useStores.ts'
import type { AutoPlay } from './AutoPlay.ts'

/** Automatic play ends with its page and with the session: nothing is bet that its player does not see. */
export function useAutoStop(auto: AutoPlay): void {
  const { isLoggedIn } = useStores().session
  useEffect(() => () => auto.stop(), [auto, isLoggedIn])
}
