import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { feedNameCalls, feedNameKinds, type FeedNameRow } from '#contract/office/feedNames.ts'
import { isSport } from '#contract/rules/sports.ts'
import { defineAction, type Action } from '../../ui/actions/action.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Time } from '../../ui/Time.tsx'
import { SportsTabs } from './sportsParts.tsx'

const actions: readonly Action<FeedNameRow>[] = [
  defineAction<typeof feedNameCalls.change, FeedNameRow>({
    call: feedNameCalls.change,
    icon: Pencil,
    key: 'n',
    isPrimary: true,
    explain: 'feedNames.changeText',
    fields: [{ name: 'name', label: 'feedNames.name', kind: 'text' }],
    first: ({ name }) => ({ name }),
    request: ({ id }, values) => ({
      params: { id },
      body: { name: values['name'] ?? '', reason: values.reason },
    }),
  }),
]

/** The names of leagues and teams as players read them, beside those of the provider. */
export default function FeedNamesPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      call={feedNameCalls.list}
      titleKey="feedNames.title"
      textKey="feedNames.text"
      columns={[
        { name: 'name', label: 'feedNames.name', sort: 'name', isWide: true, cell: ({ name }) => name },
        {
          name: 'sourceName',
          label: 'feedNames.sourceName',
          isWide: true,
          cell: ({ sourceName }) => sourceName,
        },
        { name: 'kind', label: 'feedNames.kind', cell: ({ kind }) => t(`feedNameKinds.${kind}`) },
        {
          name: 'sport',
          label: 'sports.sport',
          isMinor: true,
          cell: ({ sport }) => (isSport(sport) ? t(`sportNames.${sport}`) : '–'),
        },
        { name: 'country', label: 'feedNames.country', isMinor: true, cell: ({ country }) => country || '–' },
        {
          name: 'changedAt',
          label: 'sports.changedAt',
          sort: 'changedAt',
          isMinor: true,
          cell: ({ changedBy, changedAt }) => (changedBy === null ? '–' : <Time value={changedAt} />),
        },
      ]}
      filters={[
        { name: 'q', label: 'feedNames.search', kind: 'search' },
        {
          name: 'kind',
          label: 'feedNames.kind',
          kind: 'select',
          choices: feedNameKinds.map((kind) => ({ value: kind, label: t(`feedNameKinds.${kind}`) })),
        },
        {
          name: 'isOurs',
          label: 'feedNames.isOurs',
          kind: 'select',
          choices: [
            { value: 'true', label: t('feedNames.ours') },
            { value: 'false', label: t('feedNames.theirs') },
          ],
        },
      ]}
      rowName={({ name }) => name}
      actions={actions}
      empty="feedNames.empty"
      emptyText="feedNames.emptyText"
      noMatch="feedNames.noMatch"
    >
      <SportsTabs />
    </ListPage>
  )
}
