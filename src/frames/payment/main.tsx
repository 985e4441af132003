/** The payment window's own page: the bar above the provider's page (contract/paymentBar.ts). */
import '../../renderer/ui/tokens.css'
import '../../renderer/ui/fonts.css'
import '../../renderer/ui/base.css'
import { createRoot } from 'react-dom/client'
import { languages } from '#contract/languages.ts'
import { loadTexts } from './texts.ts'
import { PaymentPage } from './view/PaymentPage.tsx'

async function start(): Promise<void> {
  const container = document.getElementById('root')
  const bridge = window.paymentBar
  if (!container || !bridge) throw new Error('not in the payment window')
  const bar = await bridge.invoke('paymentBar:read')
  const deadline = performance.now() + bar.timeLeft
  const texts = await loadTexts(bar.language)
  document.documentElement.lang = languages[bar.language].locale
  document.title = texts.title
  createRoot(container).render(<PaymentPage bridge={bridge} first={bar} deadline={deadline} texts={texts} />)
}

start().catch((error: unknown) => console.error('start failed', error))
