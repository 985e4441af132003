import { useTranslation } from 'react-i18next'
import { matchCalls, matchStages } from '#contract/office/sports.ts'
import { useRefresh } from '../../data/useRefresh.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Money } from '../../ui/Money.tsx'
import { Time } from '../../ui/Time.tsx'
import { matchRowActions } from './sportsActions.tsx'
import { MatchBadges, periodName, SportsTabs, sportChoices } from './sportsParts.tsx'
import styles from './sports.module.css'

const refreshMs = 5_000

export default function MatchesPage() {
  const { t } = useTranslation()
  useRefresh('matches', refreshMs)
  return (
    <ListPage
      call={matchCalls.list}
      titleKey="sports.title"
      textKey="sports.text"
      columns={[
        {
          name: 'match',
          label: 'sports.match',
          isWide: true,
          cell: ({ home, away }) => `${home} × ${away}`,
        },
        {
          name: 'sport',
          label: 'sports.sport',
          isMinor: true,
          cell: ({ sport }) => t(`sportNames.${sport}`),
        },
        { name: 'league', label: 'sports.league', isMinor: true, cell: ({ league }) => league },
        {
          name: 'startsAt',
          label: 'sports.startsAt',
          sort: 'startsAt',
          cell: ({ startsAt }) => <Time value={startsAt} as="short" />,
        },
        {
          name: 'score',
          label: 'sports.score',
          cell: ({ sport, period, homeScore, awayScore, minute }) => (
            <span className={styles.score}>
              <span>{period === 0 ? '–' : `${homeScore}–${awayScore}`}</span>
              <small>
                {[periodName(t, { sport, period }), ...(minute === null ? [] : [`${minute}′`])].join(' ')}
              </small>
            </span>
          ),
        },
        {
          name: 'state',
          label: 'sports.state',
          cell: (row) => (
            <span className={styles.badges}>
              <MatchBadges {...row} />
            </span>
          ),
        },
        {
          name: 'stake',
          label: 'sports.stake',
          sort: 'stake',
          isNumber: true,
          cell: ({ stakeCents }) => <Money cents={stakeCents} />,
        },
        {
          name: 'exposure',
          label: 'sports.exposure',
          sort: 'exposure',
          isNumber: true,
          cell: ({ exposureCents }) => <Money cents={exposureCents} />,
        },
      ]}
      filters={[
        { name: 'q', label: 'sports.search', kind: 'search' },
        {
          name: 'stage',
          label: 'sports.stage',
          kind: 'select',
          choices: matchStages
            .filter((value) => value !== 'live')
            .map((value) => ({ value, label: t(`stages.${value}`) })),
        },
        { name: 'sport', label: 'sports.sport', kind: 'select', choices: sportChoices(t) },
      ]}
      rowName={({ home, away }) => `${home} × ${away}`}
      open={({ id }) => `/sports/${encodeURIComponent(id)}`}
      actions={matchRowActions}
      empty="sports.empty"
      emptyText="sports.emptyText"
    >
      <SportsTabs />
    </ListPage>
  )
}
