import { createContext, useContext } from 'react'
import type { ViewModel } from './ViewModel.ts'

/** Provided by SlotPage's root. */
export const ViewContext = createContext<ViewModel | null>(null)

/** What the page shows. Throws outside of {@link ViewContext}. */
export function useView(): ViewModel {
  const view = useContext(ViewContext)
  if (!view) throw new Error('no ViewContext')
  return view
}
