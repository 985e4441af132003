import { useEffect } from 'react'
import { useOwnStore } from '../../stores/useStores.ts'
import { PromotionsStore } from './PromotionsStore.ts'

/** The current promotions of a screen, loaded while it is open. */
export function usePromotions(): PromotionsStore {
  const store = useOwnStore((root) => new PromotionsStore(root))
  useEffect(() => store.start(), [store])
  return store
}
