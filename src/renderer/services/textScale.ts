/** The player's text scales, in per cent of the drawn size (UI.md, base size). */
export const textScales = [100, 125, 150, 175, 200] as const

/** Sets the size of all text; anything but a known scale is 100 %. Answers the scale that holds. */
export function applyTextScale(stored: unknown): number {
  const scale = textScales.find((known) => known === stored) ?? textScales[0]
  document.documentElement.style.setProperty('--text-scale', String(scale / 100))
  return scale
}
