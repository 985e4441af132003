import { TermsSheet } from '../../features/access/TermsSheet.tsx'
import { useStores } from '../../stores/useStores.ts'

/** The terms of service by themselves, for whoever is not registering. */
export function TermsOverlay() {
  const { overlays } = useStores()
  return <TermsSheet onClose={() => overlays.close()} />
}
