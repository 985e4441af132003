import type { KeyboardLayout, LayerName } from './layouts.ts'

/** Each layer with its capitals. */
const shifted: Readonly<Partial<Record<LayerName, LayerName>>> = {
  letters: 'capitals',
  capitals: 'letters',
  accents: 'accentCapitals',
  accentCapitals: 'accents',
  cyrillic: 'cyrillicCapitals',
  cyrillicCapitals: 'cyrillic',
}
const capitals: readonly LayerName[] = ['capitals', 'accentCapitals', 'cyrillicCapitals']

/** The layer that a key leads to; null for a key that types something. */
export function layerAfter(key: string, layer: LayerName, layout: KeyboardLayout | null): LayerName | null {
  switch (key) {
    case 'shift':
      return shifted[layer] ?? layer
    case 'latin':
      return 'letters'
    case 'letters':
      return layout?.first ?? 'letters'
    case 'symbols':
    case 'accents':
    case 'cyrillic':
      return key
    default:
      return null
  }
}

/** Shift is for one letter. */
export function layerAfterCharacter(layer: LayerName): LayerName {
  return capitals.includes(layer) ? (shifted[layer] ?? layer) : layer
}
