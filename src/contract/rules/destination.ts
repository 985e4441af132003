/** Where a withdrawal goes: which kinds a player may use, and whether a key is one (spec §5, §6). */
import type { ErrorKey } from '../errors.ts'
import type { DestinationType } from '../http/order.ts'
import { bareKey, isCnpj, isCpf, isPlausibleName, maskCnpj, maskCpf } from './kyc.ts'
import { isTrc20Address, maskTrc20 } from './trc20.ts'

export type DestinationError = Extract<
  ErrorKey,
  'cpfInvalid' | 'cnpjInvalid' | 'usdtAddressInvalid' | 'usdtNotEnabled' | 'holderNameMissing'
>

/** CPF and CNPJ for everybody; USDT only for players with it enabled (spec §6). */
export function allowedDestinations(usdtEnabled: boolean): DestinationType[] {
  return usdtEnabled ? ['CPF', 'CNPJ', 'USDT'] : ['CPF', 'CNPJ']
}

/** Numeric input for CPF and CNPJ, text for an address (spec §5); the holder's name goes with the former. */
export function needsHolder(type: DestinationType): boolean {
  return type !== 'USDT'
}

/** Checks a full (not masked) destination; answers the error key or null. */
export async function destinationError(
  destination: { type: DestinationType; key: string; holder: string },
  usdtEnabled: boolean,
): Promise<DestinationError | null> {
  const { type, key, holder } = destination
  if (type === 'USDT') {
    if (!usdtEnabled) return 'usdtNotEnabled'
    return (await isTrc20Address(key.trim())) ? null : 'usdtAddressInvalid'
  }
  if (type === 'CPF' && !isCpf(key)) return 'cpfInvalid'
  if (type === 'CNPJ' && !isCnpj(key)) return 'cnpjInvalid'
  return isPlausibleName(holder) ? null : 'holderNameMissing'
}

/** A key as it is stored and compared: without punctuation. An address is case sensitive and stays as it is. */
export function canonicalKey(type: DestinationType, key: string): string {
  return type === 'USDT' ? key.trim() : bareKey(key)
}

/** A key as a screen may show it. */
export function maskKey(type: DestinationType, key: string): string {
  if (type === 'USDT') return maskTrc20(key.trim())
  return type === 'CPF' ? maskCpf(key) : maskCnpj(key)
}
