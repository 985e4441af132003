export const deviceTypes = ['android', 'iphone', 'computer', 'terminal'] as const
/** The kind of device, as a player would name it; a tablet counts as the phone with the same system. */
export type DeviceType = (typeof deviceTypes)[number]

/** Reads the kind of device from a `User-Agent`; what is unknown counts as a computer. */
export function deviceTypeOf(userAgent: string): DeviceType {
  if (/\bElectron\//.test(userAgent)) return 'terminal'
  if (/\bAndroid\b/.test(userAgent)) return 'android'
  if (/\b(iPhone|iPad|iPod)\b/.test(userAgent)) return 'iphone'
  return 'computer'
}
