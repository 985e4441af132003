import { useEffect } from 'react'
import { useStores } from '../../stores/useStores.ts'
import { LoadError } from './LoadError.tsx'

/** In place of what is the player's, where the user info could not be loaded. While it is there, no alert says it again. */
export function PlayerLoadError() {
  const root = useStores()
  const { session } = root
  useEffect(() => {
    session.failurePlaces++
    return () => void session.failurePlaces--
  }, [session])
  return <LoadError compact onRetry={() => root.refreshBalance()} />
}
