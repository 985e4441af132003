import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { bigBetCalls, riskHitCalls, riskLinkCalls, type PlayerLinks } from '#contract/office/risk.ts'
import { sportsLimitCalls, type PlayerSportsLimits } from '#contract/office/sports.ts'
import { useMay, useOffice } from '../../data/context.ts'
import { ActionButtons } from '../../ui/actions/ActionButtons.tsx'
import { defineAction, type Action } from '../../ui/actions/action.ts'
import { amountText } from '../../ui/actions/amounts.ts'
import { useActions } from '../../ui/actions/useActions.tsx'
import { RelatedList } from '../../ui/list/RelatedList.tsx'
import { Table } from '../../ui/list/Table.tsx'
import { Money } from '../../ui/Money.tsx'
import { KeyValues, Panel, PanelGrid } from '../../ui/Panel.tsx'
import { RecordPage } from '../../ui/record/RecordPage.tsx'
import { Empty, Failed, LoadingLines } from '../../ui/States.tsx'
import { Time } from '../../ui/Time.tsx'
import { bigBetColumns, hitActions, hitColumns, riskPlayerPath } from './riskParts.tsx'

/** What risk knows of a player: linked accounts, alerts, big bets, limits on sports. */
export default function RiskPlayerPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const may = useMay()
  return (
    <RecordPage<PlayerLinks>
      call={riskLinkCalls.get}
      id={id}
      title={({ email }) => email ?? t('risk.player', { id: id.slice(0, 8) })}
      text={() => id}
      back={{ to: '/risk/hits', label: t('risk.hits') }}
    >
      {({ linked }) => (
        <>
          <PanelGrid>
            <Panel title={t('risk.links')} isFlush>
              {linked.length === 0 ? (
                <Empty title={t('risk.linksEmpty')} />
              ) : (
                <Table
                  label={t('risk.links')}
                  columns={[
                    {
                      name: 'player',
                      label: 'sports.player',
                      cell: ({ playerId, email, isErased }) =>
                        isErased ? t('risk.erasedAccount', { id: playerId.slice(0, 8) }) : email,
                    },
                    {
                      name: 'common',
                      label: 'risk.common',
                      isWide: true,
                      cell: ({ kinds }) => kinds.map((kind) => t(`linkKinds.${kind}`)).join(', '),
                    },
                    {
                      name: 'registeredAt',
                      label: 'risk.registeredAt',
                      cell: ({ registeredAt }) => <Time value={registeredAt} as="short" />,
                    },
                  ]}
                  rows={linked.map((each) => ({ ...each, id: each.playerId }))}
                  rowName={({ email }) => email}
                  open={({ playerId }) => riskPlayerPath(playerId)}
                />
              )}
            </Panel>
            {may(sportsLimitCalls.get.permission) && <Limits playerId={id} />}
          </PanelGrid>
          <Panel title={t('risk.hitsOf')} isFlush>
            <RelatedList
              call={riskHitCalls.list}
              query={{ playerId: id }}
              label={t('risk.hitsOf')}
              columns={hitColumns}
              rowName={({ rule }) => t(`riskRules.${rule}`)}
              actions={hitActions}
              empty="risk.hitsEmpty"
            />
          </Panel>
          <Panel title={t('risk.betsOf')} isFlush>
            <RelatedList
              call={bigBetCalls.list}
              query={{ playerId: id }}
              label={t('risk.betsOf')}
              columns={bigBetColumns}
              rowName={(row) => row.id}
              empty="risk.betsEmpty"
            />
          </Panel>
        </>
      )}
    </RecordPage>
  )
}

const limitActions: readonly Action<PlayerSportsLimits>[] = [
  defineAction<typeof sportsLimitCalls.change, PlayerSportsLimits>({
    call: sportsLimitCalls.change,
    icon: SlidersHorizontal,
    fields: [
      {
        name: 'maxStakeCents',
        label: 'sports.maxStake',
        kind: 'money',
        isOptional: true,
        hint: 'sports.maxStakeHint',
      },
      {
        name: 'maxWinCents',
        label: 'sports.maxWin',
        kind: 'money',
        isOptional: true,
        hint: 'sports.maxWinHint',
      },
    ],
    first: ({ maxStakeCents, maxWinCents }) => ({
      maxStakeCents: amountText(maxStakeCents),
      maxWinCents: amountText(maxWinCents),
    }),
    request: ({ id, maxStakeCents, maxWinCents }, values) => ({
      params: { id },
      body: {
        maxStakeCents: values['maxStakeCents'] ? Number(values['maxStakeCents']) : null,
        maxWinCents: values['maxWinCents'] ? Number(values['maxWinCents']) : null,
        seen: { maxStakeCents, maxWinCents },
        reason: values.reason,
      },
    }),
  }),
]

function Limits({ playerId }: { playerId: string }) {
  const { t } = useTranslation()
  const { client } = useOffice()
  const runner = useActions<PlayerSportsLimits>('sportsLimits')
  const limits = useQuery({
    queryKey: ['sportsLimits', playerId],
    queryFn: ({ signal }) => client.call(sportsLimitCalls.get, { params: { id: playerId } }, { signal }),
    retry: false,
  })
  const row = limits.data
  return (
    <Panel
      title={t('risk.limits')}
      aside={
        row && (
          <ActionButtons
            actions={runner.offered(limitActions, row)}
            onStart={(action) => runner.start(action, [{ row, name: playerId.slice(0, 8) }])}
          />
        )
      }
    >
      {row ? (
        <KeyValues
          rows={[
            {
              label: t('sports.maxStake'),
              value: row.maxStakeCents === null ? t('risk.none') : <Money cents={row.maxStakeCents} />,
            },
            {
              label: t('sports.maxWin'),
              value: row.maxWinCents === null ? t('risk.none') : <Money cents={row.maxWinCents} />,
            },
          ]}
        />
      ) : limits.error ? (
        <Failed error={limits.error} onRetry={() => void limits.refetch()} />
      ) : (
        <LoadingLines count={2} />
      )}
      {runner.dialog}
    </Panel>
  )
}
