/** What tells displays apart. */
export interface KnownDisplay {
  id: number
  label: string
}

/**
 * A kiosk stays on its own display, whichever becomes the main one; while that is unplugged, on the main one. Some systems
 * number displays anew when one is plugged in again, so a display is also known by its name.
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
