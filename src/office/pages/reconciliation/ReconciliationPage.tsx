import { useTranslation } from 'react-i18next'
import { differenceSides, reconciliationCalls } from '#contract/office/reconciliation.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { SubjectName } from '../../ui/SubjectName.tsx'
import { Time } from '../../ui/Time.tsx'
import { DifferenceBadge, differenceActions, KindText, SideView } from './differenceParts.tsx'

export default function ReconciliationPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      call={reconciliationCalls.list}
      titleKey="reconciliation.title"
      textKey="reconciliation.text"
      columns={[
        {
          name: 'foundAt',
          label: 'reconciliation.foundAt',
          sort: 'foundAt',
          cell: ({ foundAt }) => <Time value={foundAt} />,
        },
        { name: 'side', label: 'reconciliation.side', cell: ({ side }) => t(`reconciliation.sides.${side}`) },
        {
          name: 'kind',
          label: 'reconciliation.kind',
          cell: ({ kind }) => <KindText kind={kind} />,
        },
        {
          name: 'player',
          label: 'reconciliation.player',
          isWide: true,
          cell: ({ playerId, email, reference }) =>
            playerId === null ? (
              (reference ?? '–')
            ) : (
              <SubjectName kind="player" id={playerId} called={email} />
            ),
        },
        {
          name: 'ours',
          label: 'reconciliation.ours',
          cell: ({ ours, side }) => <SideView view={ours} side={side} />,
        },
        {
          name: 'theirs',
          label: 'reconciliation.theirs',
          cell: ({ theirs, side }) => <SideView view={theirs} side={side} />,
        },
        { name: 'state', label: 'reconciliation.state', cell: (row) => <DifferenceBadge row={row} /> },
      ]}
      filters={[
        {
          name: 'state',
          label: 'reconciliation.state',
          kind: 'select',
          choices: (['open', 'resolved'] as const).map((value) => ({
            value,
            label: t(`reconciliation.states.${value}`),
          })),
        },
        {
          name: 'side',
          label: 'reconciliation.side',
          kind: 'select',
          choices: differenceSides.map((value) => ({
            value,
            label: t(`reconciliation.sides.${value}`),
          })),
        },
      ]}
      rowName={({ email, subject }) => email ?? subject}
      open={({ id }) => `/reconciliation/${id}`}
      actions={differenceActions}
      csv={reconciliationCalls.export}
      empty="reconciliation.empty"
      emptyText="reconciliation.emptyText"
    />
  )
}
