import { officeCall } from './officeCall.ts'

/**
 * From which amount on a second person must confirm, in cents: 0 always, null never. `payout`: of a withdrawal; `adjustment`:
 * of a posting by hand; `voucher`: of one that is issued; `lifting`: what a player owns whose block is lifted.
 */
export interface FourEyes {
  payout: number | null
  adjustment: number | null
  voucher: number | null
  lifting: number | null
}

export const usualFourEyes: FourEyes = {
  payout: 500_000,
  adjustment: 50_000,
  voucher: 50_000,
  lifting: 500_000,
}

/** What an operator may change while the server runs. */
export interface OfficeSettings {
  captcha: 'image' | 'widget'
  /** How often a gift must be wagered: its turnover is amount x factor. */
  gift: { amountCents: number; turnoverFactor: number }
  /** For bets of referral levels 1 to 3, as fractions. They apply to every day that is not claimed yet. */
  commissionRates: number[]
  fourEyes: FourEyes
}

export const settingsCalls = {
  get: officeCall<object, OfficeSettings>({
    name: 'settings.get',
    path: '/api/settings',
    permission: 'settings.read',
    kind: 'read',
  }),
  /**
   * Only what is to change. Refused (`conflict`) where it is not any more what was `seen`. Who raises an amount of `fourEyes` needs a
   * second person for that.
   */
  change: officeCall<
    { body: { settings: Partial<OfficeSettings>; seen?: Partial<OfficeSettings>; reason: string } },
    OfficeSettings
  >({
    name: 'settings.change',
    path: '/api/settings/change',
    permission: 'settings.change',
    kind: 'action',
  }),
}
