import { createContext, useContext, useState } from 'react'
import type { RootStore } from './RootStore.ts'

export const StoresContext = createContext<RootStore | null>(null)

/** The root store. Throws outside of the app. */
export function useStores(): RootStore {
  const root = useContext(StoresContext)
  if (!root) throw new Error('no StoresContext')
  return root
}

/** A screen's or overlay's own store, created once and used for as long as it is mounted. */
export function useOwnStore<Store>(create: (root: RootStore) => Store): Store {
  const root = useStores()
  const [store] = useState(() => create(root))
  return store
}
