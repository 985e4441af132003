import { useTranslation } from 'react-i18next'
import { terminalCalls, terminalStates } from '#contract/office/terminals.ts'
import { useRefresh } from '../../data/useRefresh.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Time } from '../../ui/Time.tsx'
import {
  createAction,
  LastInput,
  printerText,
  terminalActions,
  TerminalBadges,
  updateText,
} from './terminalParts.tsx'

const pageActions = [createAction]
const refreshMs = 5_000

/** The fleet: which terminals are there, and how they are. */
export default function TerminalsPage() {
  const { t } = useTranslation()
  useRefresh('terminals', refreshMs)
  return (
    <ListPage
      call={terminalCalls.list}
      titleKey="terminals.title"
      columns={[
        { name: 'name', label: 'terminals.name', sort: 'name', isWide: true, cell: ({ name }) => name },
        { name: 'state', label: 'terminals.state', cell: (row) => <TerminalBadges {...row} /> },
        {
          name: 'lastSeenAt',
          label: 'terminals.lastSeenAt',
          sort: 'lastSeenAt',
          cell: ({ lastSeenAt }) => <Time value={lastSeenAt} />,
        },
        {
          name: 'lastInput',
          label: 'terminals.lastInput',
          isMinor: true,
          cell: (row) => <LastInput {...row} />,
        },
        { name: 'version', label: 'terminals.version', cell: ({ health }) => health?.version ?? '–' },
        {
          name: 'update',
          label: 'terminals.update',
          isMinor: true,
          cell: ({ health }) => (health?.machine ? updateText(t, health.machine) : '–'),
        },
        {
          name: 'printer',
          label: 'terminals.printer',
          isMinor: true,
          cell: ({ health }) => printerText(t, health?.printer) ?? '–',
        },
        {
          name: 'crashes',
          label: 'terminals.crashes',
          isNumber: true,
          isMinor: true,
          cell: ({ crashes }) => crashes.length,
        },
        {
          name: 'lastError',
          label: 'terminals.lastError',
          isMinor: true,
          cell: ({ health }) => health?.lastError ?? '–',
        },
      ]}
      filters={[
        { name: 'q', label: 'terminals.name', kind: 'search' },
        {
          name: 'state',
          label: 'terminals.state',
          kind: 'select',
          choices: terminalStates.map((value) => ({ value, label: t(`terminalStates.${value}`) })),
        },
      ]}
      rowName={({ name }) => name}
      open={({ id }) => `/terminals/${id}`}
      actions={terminalActions}
      pageActions={pageActions}
      empty="terminals.empty"
      emptyText="terminals.emptyText"
    />
  )
}
