import { Ban, HandCoins, Plus, Printer, QrCode } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  voucherCalls,
  type Voucher,
  type VoucherState,
  type VoucherTicket,
} from '#contract/office/vouchers.ts'
import { defineAction, type Action } from '../../ui/actions/action.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Money } from '../../ui/Money.tsx'
import { Time } from '../../ui/Time.tsx'
import styles from './vouchers.module.css'

const tones: Record<VoucherState, BadgeTone> = {
  open: 'info',
  redeemed: 'good',
  paid: 'good',
  expired: 'neutral',
  void: 'neutral',
}

export function VoucherBadge({ state }: Pick<Voucher, 'state'>) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`voucherStates.${state}`)}</Badge>
}

/** What the customer gets. Printing the page prints this alone. */
function Ticket({ amountCents, code, expiresAt, qr }: VoucherTicket) {
  const { t } = useTranslation()
  return (
    <>
      <div className={styles.ticket} data-print-alone>
        <p className={styles.brand}>{__BRAND_NAME__}</p>
        <p className={styles.amount}>
          <Money cents={amountCents} />
        </p>
        <img src={qr} alt={t('vouchers.qr')} />
        <p className={styles.code}>{code}</p>
        <p>
          <span>{t('vouchers.until')}</span> <Time value={expiresAt} as="exact" />
        </p>
      </div>
      <p className={styles.once}>
        <span>{t('vouchers.once')}</span>
        <Button icon={Printer} onClick={() => window.print()}>
          {t('vouchers.print')}
        </Button>
      </p>
    </>
  )
}

/** What the customer is given now. */
function Paid({ amountCents }: Voucher) {
  const { t } = useTranslation()
  return (
    <p>
      <span>{t('vouchers.payNow')}</span> <Money cents={amountCents} />
    </p>
  )
}

const lifetimes = ['24', '72', '168', '720'] as const

export const issueAction = defineAction<typeof voucherCalls.issue>({
  call: voucherCalls.issue,
  icon: Plus,
  key: 'i',
  isPrimary: true,
  reason: 'none',
  explain: 'vouchers.issueText',
  needs: ['vouchers'],
  fields: [
    { name: 'amountCents', label: 'vouchers.amountField', kind: 'money' },
    {
      name: 'hours',
      label: 'vouchers.lifetime',
      kind: 'select',
      choices: lifetimes.map((value) => ({ value, label: `vouchers.lifetimes.${value}` as const })),
    },
  ],
  request: (_page, values) => ({
    body: { amountCents: Number(values['amountCents']), hours: Number(values['hours']) },
  }),
  result: (ticket) => <Ticket {...ticket} />,
})

/** The code is scanned or typed; only then is the money handed out. */
export const payAction = defineAction<typeof voucherCalls.pay>({
  call: voucherCalls.pay,
  icon: HandCoins,
  key: 'p',
  reason: 'none',
  explain: 'vouchers.payText',
  fields: [{ name: 'code', label: 'vouchers.code', hint: 'vouchers.codeHint' }],
  request: (_page, { code = '' }) => ({ body: { code } }),
  result: (voucher) => <Paid {...voucher} />,
})

export const voucherActions: readonly Action<Voucher>[] = [
  defineAction<typeof voucherCalls.showCode, Voucher>({
    call: voucherCalls.showCode,
    icon: QrCode,
    isPrimary: true,
    reason: 'none',
    isOffered: ({ hasCode }) => hasCode,
    explain: 'vouchers.showText',
    request: ({ id }) => ({ params: { id } }),
    result: (ticket) => <Ticket {...ticket} />,
  }),
  defineAction<typeof voucherCalls.void, Voucher>({
    call: voucherCalls.void,
    icon: Ban,
    key: 'v',
    isDanger: true,
    isOffered: ({ state, isWithdrawn }) => state === 'open' && !isWithdrawn,
    explain: 'vouchers.voidText',
    request: ({ id }, { reason }) => ({ params: { id }, body: { reason } }),
  }),
]
