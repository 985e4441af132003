import { useCallback, useState } from 'react'
import type { FrameField } from '#contract/frameField.ts'
import { languages, type LanguageCode } from '#contract/languages.ts'
import type { PaymentBarBridge } from '#contract/paymentBar.ts'
import { fieldKind, isSpelledInLatin } from '../../../renderer/ui/keyboard/fieldKind.ts'
import { layerAfter, layerAfterCharacter } from '../../../renderer/ui/keyboard/layers.ts'
import { layoutFor, type LayerName } from '../../../renderer/ui/keyboard/layouts.ts'
import { ScreenKeys, type KeyTexts } from '../../../renderer/ui/keyboard/ScreenKeys.tsx'

interface PaymentKeysProps {
  bridge: PaymentBarBridge
  field: FrameField
  language: LanguageCode
  texts: KeyTexts
}

/** The keys of a kiosk's screen, below the provider's page, for its fields. */
export function PaymentKeys({ bridge, field, language, texts }: PaymentKeysProps) {
  const [width, setWidth] = useState(window.innerWidth)
  const [chosen, setChosen] = useState<{ field: FrameField; layer: LayerName } | null>(null)
  const parts = new Intl.NumberFormat(languages[language].locale).formatToParts(1.5)
  const layout = layoutFor({
    kind: fieldKind(field),
    language,
    decimal: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
    isLatin: isSpelledInLatin(field),
    width,
  })
  // Each field begins with its first layer.
  const layer = chosen?.field === field ? chosen.layer : layout.first
  const press = (key: string) => {
    const next = layerAfter(key, layer, layout)
    if (next === null) bridge.invoke('paymentBar:type', key).catch(logFailure)
    setChosen({ field, layer: next ?? (key.length === 1 ? layerAfterCharacter(layer) : layer) })
  }
  const resize = useCallback(
    (size: { width: number; height: number }) => {
      if (size.width > 0) setWidth(size.width)
      bridge.invoke('paymentBar:keyboard', size.height).catch(logFailure)
    },
    [bridge],
  )
  return <ScreenKeys layout={layout} layer={layer} texts={texts} onPress={press} onSize={resize} />
}

function logFailure(error: unknown): void {
  console.error('keys of the screen', error)
}
