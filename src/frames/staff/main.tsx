/** The staff panel: a separate window, with its own bridge to main (contract/staff.ts). */
import '../../renderer/ui/tokens.css'
import '../../renderer/ui/fonts.css'
import '../../renderer/ui/base.css'
import { createRoot } from 'react-dom/client'
import { languages } from '#contract/languages.ts'
import { loadTexts } from './texts.ts'
import { StaffApp } from './view/StaffApp.tsx'

async function start(): Promise<void> {
  const container = document.getElementById('root')
  const bridge = window.staff
  if (!container || !bridge) throw new Error('not in the staff window')
  const lock = await bridge.invoke('staff:lock')
  const texts = await loadTexts(lock.language)
  const { locale } = languages[lock.language]
  document.documentElement.lang = locale
  document.title = texts.title
  createRoot(container).render(<StaffApp bridge={bridge} first={lock} texts={texts} locale={locale} />)
}

start().catch((error: unknown) => console.error('start failed', error))
