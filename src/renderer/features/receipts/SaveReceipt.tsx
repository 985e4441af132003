import { lazy, Suspense } from 'react'
import { loadTexts } from '../../i18n/i18n.ts'
import { useStores } from '../../stores/useStores.ts'
import type { SaveButtonProps } from './SaveButton.tsx'

/** A separate chunk with its part of the texts: few players keep a receipt. */
const SaveButton = lazy(async () => {
  const [{ SaveButton }] = await Promise.all([import('./SaveButton.tsx'), loadTexts('own')])
  return { default: SaveButton }
})

/** Saves, shares or prints a receipt; nothing on a kiosk, where it would stay. */
export function SaveReceipt(props: SaveButtonProps) {
  const { host } = useStores()
  if (host.kiosk) return null
  return (
    <Suspense fallback={null}>
      <SaveButton {...props} />
    </Suspense>
  )
}
