import type { OfficeSettings } from '#contract/office/settings.ts'
import type { Settings } from '../../config/settings.ts'

export function presentSettings(settings: Settings): OfficeSettings {
  const { captcha, gift, commissionRates, fourEyes } = settings
  return {
    captcha,
    gift: { amountCents: gift.amount, turnoverFactor: gift.turnoverFactor },
    commissionRates: [...commissionRates],
    fourEyes,
  }
}

/** The settings that a change names, in the words of the domain. */
export function toSettings({ gift, ...others }: Partial<OfficeSettings>): Partial<Settings> {
  return {
    ...others,
    ...(gift ? { gift: { amount: gift.amountCents, turnoverFactor: gift.turnoverFactor } } : {}),
  }
}
