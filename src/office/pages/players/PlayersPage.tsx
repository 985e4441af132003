import { useTranslation } from 'react-i18next'
import { playerCalls } from '#contract/office/players.ts'
import { playerStatuses } from '#contract/rules/playerStatus.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Money } from '../../ui/Money.tsx'
import { Time } from '../../ui/Time.tsx'
import { PlayerBadges } from './playerParts.tsx'

export default function PlayersPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      call={playerCalls.list}
      titleKey="players.title"
      columns={[
        { name: 'email', label: 'players.email', isWide: true, cell: ({ email }) => email },
        { name: 'name', label: 'players.name', cell: ({ name }) => name || '–' },
        { name: 'phone', label: 'players.phone', isMinor: true, cell: ({ phone }) => phone || '–' },
        { name: 'level', label: 'players.level', isNumber: true, cell: ({ level }) => level },
        { name: 'status', label: 'players.status', cell: (row) => <PlayerBadges row={row} /> },
        {
          name: 'cash',
          label: 'players.cash',
          isNumber: true,
          cell: ({ cashCents }) => <Money cents={cashCents} />,
        },
        {
          name: 'deposits',
          label: 'players.deposits',
          isNumber: true,
          isMinor: true,
          cell: ({ depositSumCents }) => <Money cents={depositSumCents} />,
        },
        {
          name: 'lastLoginAt',
          label: 'players.lastLoginAt',
          isMinor: true,
          cell: ({ lastLoginAt }) =>
            lastLoginAt === null ? t('players.never') : <Time value={lastLoginAt} />,
        },
        {
          name: 'createdAt',
          label: 'players.createdAt',
          sort: 'createdAt',
          cell: ({ createdAt }) => <Time value={createdAt} />,
        },
      ]}
      filters={[
        { name: 'q', label: 'players.search', kind: 'search' },
        {
          name: 'status',
          label: 'players.status',
          kind: 'select',
          choices: playerStatuses.map((value) => ({ value, label: t(`playerStatuses.${value}`) })),
        },
        {
          name: 'verified',
          label: 'players.verified',
          kind: 'select',
          choices: [
            { value: 'yes', label: t('players.verifiedYes') },
            { value: 'no', label: t('players.verifiedNo') },
          ],
        },
      ]}
      rowName={({ email }) => email}
      open={({ id }) => `/players/${id}`}
      csv={playerCalls.export}
      empty="players.empty"
      emptyText="players.emptyText"
    />
  )
}
