import { Scale } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { adjustmentCalls, adjustmentKinds, listedAdjustmentKinds } from '#contract/office/adjustments.ts'
import { defineAction } from '../../ui/actions/action.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Money } from '../../ui/Money.tsx'
import { SubjectName } from '../../ui/SubjectName.tsx'
import { Time } from '../../ui/Time.tsx'

const makeAction = defineAction<typeof adjustmentCalls.make>({
  call: adjustmentCalls.make,
  icon: Scale,
  key: 'n',
  isPrimary: true,
  explain: 'adjustments.makeText',
  fields: [
    { name: 'player', label: 'adjustments.playerField' },
    {
      name: 'direction',
      label: 'adjustments.direction',
      kind: 'select',
      choices: [
        { value: 'give', label: 'adjustments.give' },
        { value: 'take', label: 'adjustments.take' },
      ],
    },
    { name: 'amountCents', label: 'adjustments.amount', kind: 'money' },
    {
      name: 'account',
      label: 'adjustments.account',
      kind: 'select',
      choices: [
        { value: 'cash', label: 'adjustments.accounts.cash' },
        { value: 'bonus', label: 'adjustments.accounts.bonus' },
      ],
    },
    {
      name: 'kind',
      label: 'adjustments.kind',
      kind: 'select',
      choices: adjustmentKinds.map((value) => ({ value, label: `adjustmentKinds.${value}` as const })),
    },
  ],
  request: (_page, values) => {
    const cents = Math.abs(Number(values['amountCents']))
    return {
      body: {
        player: values['player'] ?? '',
        account: values['account'] === 'bonus' ? 'bonus' : 'cash',
        amountCents: values['direction'] === 'take' ? -cents : cents,
        kind: adjustmentKinds.find((kind) => kind === values['kind']) ?? 'other',
        reason: values.reason,
      },
    }
  },
})
const pageActions = [makeAction]

export default function AdjustmentsPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      call={adjustmentCalls.list}
      titleKey="adjustments.title"
      textKey="adjustments.text"
      columns={[
        {
          name: 'createdAt',
          label: 'adjustments.createdAt',
          sort: 'createdAt',
          cell: ({ createdAt }) => <Time value={createdAt} as="short" />,
        },
        {
          name: 'player',
          label: 'adjustments.player',
          cell: ({ playerId, email }) => <SubjectName kind="player" id={playerId} called={email} />,
        },
        {
          name: 'amount',
          label: 'adjustments.amount',
          isNumber: true,
          cell: ({ amountCents }) => <Money cents={amountCents} isChange />,
        },
        {
          name: 'account',
          label: 'adjustments.account',
          cell: ({ account }) => t(`adjustments.accounts.${account}`),
        },
        { name: 'kind', label: 'adjustments.kind', cell: ({ kind }) => t(`adjustmentKinds.${kind}`) },
        { name: 'reason', label: 'adjustments.reason', isWide: true, cell: ({ reason }) => reason },
        {
          name: 'who',
          label: 'adjustments.who',
          cell: ({ madeByName }) => madeByName ?? t('adjustments.byPlayer'),
        },
      ]}
      filters={[
        {
          name: 'kind',
          label: 'adjustments.kind',
          kind: 'select',
          choices: listedAdjustmentKinds.map((value) => ({ value, label: t(`adjustmentKinds.${value}`) })),
        },
        { name: 'from', label: 'adjustments.from', kind: 'day' },
        { name: 'to', label: 'adjustments.to', kind: 'dayEnd' },
      ]}
      rowName={({ email }) => email}
      pageActions={pageActions}
      csv={adjustmentCalls.export}
      empty="adjustments.empty"
      emptyText="adjustments.emptyText"
    />
  )
}
