import { bonusKinds } from './bonusKinds.ts'

/** What a jurisdiction may turn off: what is off is offered neither to players nor in the back office. */
export const houseSwitches = [...bonusKinds, 'vouchers', 'voucherWithdrawals', 'kiosk'] as const
export type HouseSwitch = (typeof houseSwitches)[number]

/**
 * In the root of a page: what is off, so that the client knows it before its first call. A page without it has everything.
 */
export function switchedOffMark(off: readonly HouseSwitch[]): string {
  return `data-off="${off.join(' ')}"`
}

export function withSwitchedOff(html: string, off: readonly HouseSwitch[]): string {
  return off.length === 0 ? html : html.replace(/<html(?=[ >])/, `<html ${switchedOffMark(off)}`)
}
