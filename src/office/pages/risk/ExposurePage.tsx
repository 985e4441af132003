import { useTranslation } from 'react-i18next'
import { exposureCalls, exposureLevels } from '#contract/office/risk.ts'
import { useRefresh } from '../../data/useRefresh.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Money } from '../../ui/Money.tsx'
import { keyName, marketName, sportChoices } from '../sports/sportsParts.tsx'
import { RiskTabs } from './riskParts.tsx'

const refreshMs = 5_000

export default function ExposurePage() {
  const { t } = useTranslation()
  useRefresh('exposure', refreshMs)
  return (
    <ListPage
      call={exposureCalls.list}
      titleKey="risk.exposure"
      textKey="risk.exposureText"
      columns={[
        {
          name: 'match',
          label: 'sports.match',
          isWide: true,
          cell: ({ match, matchId }) => (match ? `${match.home} × ${match.away}` : matchId),
        },
        {
          name: 'sport',
          label: 'sports.sport',
          isMinor: true,
          cell: ({ match }) => (match ? t(`sportNames.${match.sport}`) : '–'),
        },
        {
          name: 'market',
          label: 'sports.market',
          cell: ({ market }) => (market === null ? '–' : marketName(t, market)),
        },
        {
          name: 'selection',
          label: 'sports.selection',
          cell: ({ key, match }) => (key === null || !match ? '–' : keyName(t, match, key)),
        },
        {
          name: 'state',
          label: 'sports.state',
          cell: ({ match }) => match?.isLive && <Badge tone="good">{t('stages.live')}</Badge>,
        },
        { name: 'tickets', label: 'sports.tickets', isNumber: true, cell: ({ tickets }) => tickets },
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
        {
          name: 'level',
          label: 'risk.level',
          kind: 'select',
          choices: exposureLevels
            .filter((value) => value !== 'match')
            .map((value) => ({ value, label: t(`levels.${value}`) })),
        },
        { name: 'sport', label: 'sports.sport', kind: 'select', choices: sportChoices(t) },
      ]}
      rowName={({ match, matchId }) => (match ? `${match.home} × ${match.away}` : matchId)}
      open={({ matchId }) => `/sports/${encodeURIComponent(matchId)}`}
      empty="risk.exposureEmpty"
      emptyText="risk.exposureEmptyText"
    >
      <RiskTabs />
    </ListPage>
  )
}
