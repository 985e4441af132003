import { lazy, Suspense } from 'react'
import type { ReceiptKind } from '#contract/printing.ts'
import { loadTexts } from '../../i18n/i18n.ts'
import { useStores } from '../../stores/useStores.ts'

/** A separate chunk with its part of the texts, because only terminals have a printer. */
const PrintButton = lazy(async () => {
  const [{ PrintButton }] = await Promise.all([import('./PrintButton.tsx'), loadTexts('own')])
  return { default: PrintButton }
})

/** Prints a receipt; nothing where there is no printer. */
export function PrintReceipt({ kind, id }: { kind: ReceiptKind; id: string }) {
  const { host } = useStores()
  if (!host.hasPrinter) return null
  return (
    <Suspense fallback={null}>
      <PrintButton kind={kind} id={id} />
    </Suspense>
  )
}
