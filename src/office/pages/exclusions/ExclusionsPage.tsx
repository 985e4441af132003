import { LockOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isWithoutEnd } from '#contract/rules/limits.ts'
import { exclusionCalls, type KeptExclusionRow } from '#contract/office/exclusions.ts'
import { defineAction, type Action } from '../../ui/actions/action.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Time } from '../../ui/Time.tsx'

const actions: readonly Action<KeptExclusionRow>[] = [
  defineAction<typeof exclusionCalls.lift, KeptExclusionRow>({
    call: exclusionCalls.lift,
    icon: LockOpen,
    explain: 'exclusions.liftText',
    isDanger: true,
    request: ({ id }, { reason }) => ({ params: { id }, body: { reason } }),
  }),
]

/** Pauses that outlive an erased account, found by a whole CPF or e-mail, and the way back after a proof. */
export default function ExclusionsPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      call={exclusionCalls.list}
      titleKey="exclusions.title"
      textKey="exclusions.text"
      columns={[
        {
          name: 'createdAt',
          label: 'exclusions.createdAt',
          sort: 'createdAt',
          cell: ({ createdAt }) => <Time value={createdAt} as="short" />,
        },
        {
          name: 'until',
          label: 'exclusions.until',
          cell: ({ excludedUntil }) =>
            isWithoutEnd(excludedUntil) ? t('exclusions.noEnd') : <Time value={excludedUntil} as="exact" />,
        },
        {
          name: 'by',
          label: 'exclusions.by',
          isWide: true,
          cell: ({ byEmail, byCpf }) =>
            [byEmail && t('exclusions.email'), byCpf && t('exclusions.cpf')].filter(Boolean).join(', '),
        },
      ]}
      filters={[{ name: 'q', label: 'exclusions.search', kind: 'search' }]}
      rowName={({ id }) => id.slice(0, 8)}
      actions={actions}
      empty="exclusions.empty"
      emptyText="exclusions.emptyText"
      noMatch="exclusions.noMatch"
    />
  )
}
