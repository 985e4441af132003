import type { LanguageCode } from './languages.ts'
import type { PageName } from './pages.ts'

/** Where visitors arrive. The build draws these pages as a guest sees them; they show until the client has loaded. */
export const prerenderedPages = [
  'home',
  'footballPage',
  'vip',
  'conta',
  'mines',
] as const satisfies readonly PageName[]
export type PrerenderedPage = (typeof prerenderedPages)[number]

/** In the folder of the web build. `profile`: a jurisdiction that turns something off, whose pages differ. */
export function prerenderedFile(page: PrerenderedPage, language: LanguageCode, profile?: string): string {
  return [page, language, ...(profile === undefined ? [] : [profile]), 'html'].join('.')
}
