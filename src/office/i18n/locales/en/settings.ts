import type { settings as original } from '../pt-BR/settings.ts'

export const settings: typeof original = {
  settings: {
    adjustment: 'Adjustment from',
    captcha: 'Captcha',
    change: 'Change',
    changeOf: 'Change: {{name}}',
    commission: 'Referral commission',
    fourEyes: 'Four eyes',
    gift: 'Gift',
    giftAmount: 'Amount',
    image: 'Picture',
    lifting: 'Lifting of a block, who owns',
    never: 'Never',
    neverHint: 'Empty: never. Zero: always.',
    payout: 'Withdrawal from',
    percentHint: 'In per cent of the bets.',
    rate1: 'Level 1',
    rate2: 'Level 2',
    rate3: 'Level 3',
    title: 'Settings',
    turnoverFactor: 'Times to wager',
    voucher: 'Voucher from',
    widget: 'Check without a picture',
  },
}
