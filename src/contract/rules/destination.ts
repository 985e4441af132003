/**
 * Destinations of a withdrawal: which types a player may use, and whether a key is valid (docs/product.md,
 * "Withdrawal").
 */
import type { ErrorKey } from '../errors.ts'
import type { DestinationType } from '../http/order.ts'
import { bareKey, isCnpj, isCpf, nameError, type NameError, maskCnpj, maskCpf } from './kyc.ts'
import { isTrc20Address, maskTrc20 } from './trc20.ts'

/** What is wrong with the name of a key's holder. */
export type HolderError = 'holderNameMissing' | Exclude<NameError, 'kycInvalidName'>
export type DestinationError =
  | Extract<ErrorKey, 'cpfInvalid' | 'cnpjInvalid' | 'usdtAddressInvalid' | 'usdtNotEnabled'>
  | HolderError

/** CPF and CNPJ for everybody; USDT only if it is enabled for the player. */
export function allowedDestinations(usdtEnabled: boolean): DestinationType[] {
  return usdtEnabled ? ['CPF', 'CNPJ', 'USDT'] : ['CPF', 'CNPJ']
}

/** Whether the type needs the holder's name: CPF and CNPJ do, an address does not. */
export function needsHolder(type: DestinationType): boolean {
  return type !== 'USDT'
}

/** Checks a full (not masked) destination. Returns an error key, or null when it is valid. */
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
  return holderError(holder)
}

/** Why a name cannot be that of a key's holder, or null. */
export function holderError(holder: string): HolderError | null {
  const wrong = nameError(holder)
  return wrong === 'kycInvalidName' ? 'holderNameMissing' : wrong
}

/** A key as it is stored and compared: without punctuation. An address is case sensitive and stays as it is. */
export function canonicalKey(type: DestinationType, key: string): string {
  return type === 'USDT' ? key.trim() : bareKey(key)
}

/** A key as a screen may show it, masked. */
export function maskKey(type: DestinationType, key: string): string {
  if (type === 'USDT') return maskTrc20(key.trim())
  return type === 'CPF' ? maskCpf(key) : maskCnpj(key)
}
