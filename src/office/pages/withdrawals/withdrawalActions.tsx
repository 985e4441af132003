import { Ban, Check, CheckCheck, Eye, Hand, RefreshCw } from 'lucide-react'
import { withdrawalCalls, type Withdrawal, type WithdrawalRow } from '#contract/office/withdrawals.ts'
import { staffRefusalCodes } from '#contract/rules/withdrawalDecision.ts'
import { defineAction, type Action } from '../../ui/actions/action.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import styles from './withdrawals.module.css'

const isUndecided = ({ state }: WithdrawalRow) => state === 'requested' || state === 'inReview'
const withReason = ({ id }: WithdrawalRow, { reason }: { reason: string }) => ({
  params: { id },
  body: { reason },
})

/** Of a row of the queue, and of its page. */
export const decisions: readonly Action<WithdrawalRow>[] = [
  defineAction<typeof withdrawalCalls.approve, WithdrawalRow>({
    call: withdrawalCalls.approve,
    icon: Check,
    key: 'a',
    isPrimary: true,
    isOffered: isUndecided,
    reason: 'none',
    isUndoable: true,
    request: ({ id, review }) => ({ params: { id }, body: { review } }),
  }),
  defineAction<typeof withdrawalCalls.refuse, WithdrawalRow>({
    call: withdrawalCalls.refuse,
    icon: Ban,
    key: 'r',
    isDanger: true,
    isOffered: isUndecided,
    explain: 'withdrawals.refuseText',
    fields: [
      {
        name: 'refusal',
        label: 'withdrawals.refusal',
        kind: 'select',
        isUnset: true,
        choices: staffRefusalCodes.map((value) => ({ value, label: `refusals.${value}` as const })),
      },
    ],
    request: ({ id, review }, values) => ({
      params: { id },
      body: {
        review,
        refusal: staffRefusalCodes.find((code) => code === values['refusal']) ?? 'other',
        reason: values.reason,
      },
    }),
  }),
  defineAction<typeof withdrawalCalls.hold, WithdrawalRow>({
    call: withdrawalCalls.hold,
    icon: Hand,
    key: 'h',
    isOffered: ({ state }) => state === 'requested',
    explain: 'withdrawals.holdText',
    request: withReason,
  }),
]

/** Of its page only. */
export const withdrawalActions: readonly Action<Withdrawal>[] = [
  ...decisions,
  defineAction<typeof withdrawalCalls.markPaid, Withdrawal>({
    call: withdrawalCalls.markPaid,
    icon: CheckCheck,
    isPrimary: true,
    isOffered: ({ state, isByHand }) => isByHand && state === 'approved',
    explain: 'withdrawals.markPaidText',
    fields: [{ name: 'reference', label: 'withdrawals.reference', hint: 'withdrawals.referenceHint' }],
    request: ({ id }, values) => ({
      params: { id },
      body: { reference: values['reference'] ?? '', reason: values.reason },
    }),
  }),
  defineAction<typeof withdrawalCalls.retry, Withdrawal>({
    call: withdrawalCalls.retry,
    icon: RefreshCw,
    isOffered: ({ state, isByHand }) => !isByHand && (state === 'approved' || state === 'sent'),
    explain: 'withdrawals.retryText',
    request: withReason,
  }),
  defineAction<typeof withdrawalCalls.showKey, Withdrawal>({
    call: withdrawalCalls.showKey,
    icon: Eye,
    explain: 'withdrawals.showKeyText',
    request: withReason,
    result: ({ key }) => (
      <p>
        <span className={styles.key}>{key}</span> <CopyButton text={key} hasText />
      </p>
    ),
  }),
]
