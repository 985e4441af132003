import { useEffect } from 'react'
import { useOwnStore } from '../stores/useStores.ts'
import { ConnectionStore } from './ConnectionStore.ts'

/** Whether there is a network, for as long as the component is mounted. */
export function useConnection(): ConnectionStore {
  const connection = useOwnStore((root) => new ConnectionStore(root.realtime, root.server))
  useEffect(() => connection.start(), [connection])
  return connection
}
