import { bonusKinds } from './bonusKinds.ts'

/** What a jurisdiction turns off, as the back office knows it: what is off is not offered there either. */
export const houseSwitches = [...bonusKinds, 'vouchers', 'voucherWithdrawals', 'kiosk'] as const
export type HouseSwitch = (typeof houseSwitches)[number]
