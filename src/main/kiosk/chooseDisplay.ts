/** What tells displays apart. */
export interface KnownDisplay {
  id: number
  label: string
}

/** The displays from the left, then from the top: as staff see them, whatever their numbers. */
export function inOrder<D extends { bounds: { x: number; y: number } }>(displays: readonly D[]): D[] {
  return [...displays].sort(({ bounds: a }, { bounds: b }) => a.x - b.x || a.y - b.y)
}

/** The configured display (AppConfig.display); undefined while it is not there. */
export function configuredDisplay<D extends { bounds: { x: number; y: number } }>(
  display: number,
  connected: readonly D[],
  main: D,
): D | undefined {
  return display === 0 ? main : inOrder(connected)[display - 1]
}

/**
 * A kiosk stays on its own display, whichever becomes the main one; while that is unplugged, on the main one. Some systems
 * renumber displays when one is plugged in again, so a display is also known by its name.
 */
export function chooseDisplay<D extends KnownDisplay>(
  own: KnownDisplay,
  connected: readonly D[],
  main: D,
): D {
  const same = connected.find(({ id }) => id === own.id)
  if (same !== undefined) return same
  const [named, ...others] = connected.filter(({ label }) => label !== '' && label === own.label)
  return named !== undefined && others.length === 0 ? named : main
}
