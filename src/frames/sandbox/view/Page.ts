import { createContext, useContext } from 'react'
import type { Language } from '#contract/languages.ts'
import type { SandboxApi } from '../SandboxApi.ts'
import type { Texts } from '../texts.ts'

/** What every part of the page uses. */
export interface Page {
  api: SandboxApi
  texts: Texts
  language: Language
}

const PageContext = createContext<Page | undefined>(undefined)
export const PageProvider = PageContext.Provider

export function usePage(): Page {
  const page = useContext(PageContext)
  if (!page) throw new Error('not in the page')
  return page
}
