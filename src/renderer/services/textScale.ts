/** The text scales a player can choose, in per cent of the base size. */
export const textScales = [100, 125, 150, 175, 200] as const

/**
 * Sets the size of all text; an unknown scale is treated as 100. Returns the scale in per cent that now applies.
 */
export function applyTextScale(stored: unknown): number {
  const scale = textScales.find((known) => known === stored) ?? textScales[0]
  document.documentElement.style.setProperty('--text-scale', String(scale / 100))
  return scale
}
