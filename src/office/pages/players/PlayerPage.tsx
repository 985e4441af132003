import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { languages, toLanguageCode } from '#contract/languages.ts'
import { isWithoutEnd } from '#contract/rules/limits.ts'
import { depositCalls } from '#contract/office/deposits.ts'
import { playerCalls, type Player } from '#contract/office/players.ts'
import { withdrawalCalls } from '#contract/office/withdrawals.ts'
import { formatCpf } from '#contract/rules/kyc.ts'
import { riskLinkCalls } from '#contract/office/risk.ts'
import { useMay, useOffice } from '../../data/context.ts'
import { ActionButtons } from '../../ui/actions/ActionButtons.tsx'
import { useActions } from '../../ui/actions/useActions.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { RelatedList } from '../../ui/list/RelatedList.tsx'
import { Money } from '../../ui/Money.tsx'
import { KeyValues, Panel, PanelGrid } from '../../ui/Panel.tsx'
import { RecordPage } from '../../ui/record/RecordPage.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Time } from '../../ui/Time.tsx'
import { DepositBadge } from '../deposits/depositParts.tsx'
import { WithdrawalsOf } from '../withdrawals/WithdrawalsOf.tsx'
import { playerActions, sessionActions, type SessionOfPlayer } from './playerActions.tsx'
import { DeviceText, LimitAmount, limitNameOf, PlayerBadges } from './playerParts.tsx'
import { PlayerTimeline } from './PlayerTimeline.tsx'
import styles from './players.module.css'

export default function PlayerPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const may = useMay()
  return (
    <RecordPage<Player>
      call={playerCalls.get}
      id={id}
      title={({ email }) => email}
      text={({ name, phone }) => [name, phone].filter(Boolean).join(' · ')}
      badges={(row) => (
        <>
          <PlayerBadges row={row} />
          {row.loginLockedUntil !== null && (
            <Badge tone="warn">
              <span>{t('players.loginLocked')}</span> <Time value={row.loginLockedUntil} as="short" />
            </Badge>
          )}
          {row.areWithdrawalsLocked && <Badge tone="warn">{t('players.locked')}</Badge>}
        </>
      )}
      back={{ to: '/players', label: t('players.title') }}
      actions={playerActions}
    >
      {(row) => (
        <Tabs
          label={row.email}
          tabs={[
            { name: 'overview', label: t('players.person'), content: <Overview row={row} /> },
            { name: 'timeline', label: t('players.timeline'), content: <PlayerTimeline id={row.id} /> },
            ...(may(withdrawalCalls.list.permission)
              ? [{ name: 'money', label: t('players.money'), content: <Payments playerId={row.id} /> }]
              : []),
          ]}
        />
      )}
    </RecordPage>
  )
}

function Overview({ row }: { row: Player }) {
  const { t } = useTranslation()
  const may = useMay()
  return (
    <div className={styles.stack}>
      <PanelGrid>
        <Panel title={t('players.money')}>
          <KeyValues
            rows={[
              { label: t('players.cash'), value: <Money cents={row.cashCents} /> },
              { label: t('players.bonus'), value: <Money cents={row.bonusCents} /> },
              { label: t('players.held'), value: <Money cents={row.heldCents} /> },
              { label: t('players.turnover'), value: <Money cents={row.turnoverLeftCents} /> },
              { label: t('players.deposits'), value: <Money cents={row.depositSumCents} /> },
              { label: t('players.withdrawals'), value: <Money cents={row.withdrawalSumCents} /> },
              { label: t('players.bets'), value: <Money cents={row.betSumCents} /> },
              { label: t('players.openRounds'), value: row.openRounds },
              { label: t('players.openTickets'), value: row.openTickets },
              ...(row.debtCents > 0
                ? [{ label: t('players.debt'), value: <Money cents={-row.debtCents} /> }]
                : []),
            ]}
          />
        </Panel>
        <Panel title={t('players.person')}>
          <KeyValues
            rows={[
              { label: t('players.id'), value: row.id },
              { label: t('players.level'), value: `VIP ${row.level}` },
              {
                label: t('players.verified'),
                value: row.isVerified ? t('players.verifiedYes') : t('players.verifiedNo'),
              },
              { label: t('players.createdAt'), value: <Time value={row.createdAt} as="exact" /> },
              { label: t('players.language'), value: languages[toLanguageCode(row.language)].name },
              { label: t('players.inviteCode'), value: row.inviteCode },
              { label: t('players.nickname'), value: row.nickname ?? t('players.nicknameNone') },
              { label: t('players.invitedBy'), value: row.invitedByEmail },
              ...(row.statusReason === null
                ? []
                : [
                    { label: t('players.why'), value: t(`statusReasons.${row.statusReason}`) },
                    { label: t('players.until'), value: row.until && <Time value={row.until} as="exact" /> },
                  ]),
            ]}
          />
          {may(playerCalls.documents.permission) && <Documents id={row.id} />}
          {may(riskLinkCalls.get.permission) && (
            <p>
              <Link to={`/risk/players/${encodeURIComponent(row.id)}`}>{t('players.linked')}</Link>
            </p>
          )}
        </Panel>
        <Panel title={t('players.protection')}>
          <Limits row={row} />
        </Panel>
      </PanelGrid>
      <Panel title={t('players.notes')}>
        {row.notes.length === 0 && <p>{t('players.noNotes')}</p>}
        {row.notes.map(({ id, text, madeByName, createdAt }) => (
          <article key={id} className={styles.note}>
            <p>{text}</p>
            <p className={styles.by}>
              <span>{`${madeByName} · `}</span>
              <Time value={createdAt} />
            </p>
          </article>
        ))}
      </Panel>
      <Panel title={t('players.decisions')}>
        {row.statusChanges.length === 0 && <p>{t('players.noDecisions')}</p>}
        {row.statusChanges.map(({ id, status, reason, until, note, madeByName, createdAt }) => (
          <article key={id} className={styles.note}>
            <p>
              <strong>{t(`playerStatuses.${status}`)}</strong>
              {reason && <span>{` · ${t(`statusReasons.${reason}`)}`}</span>}
              {until && (
                <>
                  <span>{` · ${t('players.until')} `}</span>
                  <Time value={until} as="exact" />
                </>
              )}
            </p>
            <p>{note}</p>
            <p className={styles.by}>
              <span>{`${madeByName} · `}</span>
              <Time value={createdAt} />
            </p>
          </article>
        ))}
      </Panel>
      <Panel title={t('players.sessions')}>
        <Sessions row={row} />
      </Panel>
    </div>
  )
}

function Limits({ row }: { row: Player }) {
  const { t } = useTranslation()
  if (row.limits.length === 0 && row.houseLimits.length === 0 && row.excludedUntil === null)
    return <p>{t('players.noLimits')}</p>
  return (
    <KeyValues
      rows={[
        ...(row.excludedUntil === null
          ? []
          : [
              {
                label: t('players.excludedUntil'),
                value: isWithoutEnd(row.excludedUntil) ? (
                  t('exclusions.noEnd')
                ) : (
                  <Time value={row.excludedUntil} as="exact" />
                ),
              },
            ]),
        ...row.limits.map((limit) => ({
          label: t(`houseLimitNames.${limitNameOf(limit)}`),
          value: (
            <>
              <LimitAmount kind={limit.kind} amount={limit.used} />
              <span>{' / '}</span>
              <LimitAmount kind={limit.kind} amount={limit.amount} />
              <span>{` · ${t('players.ownLimits')}`}</span>
            </>
          ),
        })),
        ...row.houseLimits.map((limit) => ({
          label: t(`houseLimitNames.${limitNameOf(limit)}`),
          value: (
            <>
              <LimitAmount {...limit} />
              <span>{` · ${t('players.houseLimits')}`}</span>
            </>
          ),
        })),
      ]}
    />
  )
}

/** Name and CPF, once somebody asks to read them. */
function Documents({ id }: { id: string }) {
  const { t } = useTranslation()
  const { client } = useOffice()
  const documents = useMutation({
    mutationFn: () => client.call(playerCalls.documents, { params: { id } }),
  })
  if (documents.data)
    return (
      <KeyValues
        rows={[
          { label: t('players.name'), value: documents.data.name },
          { label: 'CPF', value: documents.data.cpf && formatCpf(documents.data.cpf) },
        ]}
      />
    )
  return (
    <div className={styles.documents}>
      <Button onClick={() => documents.mutate()} isBusy={documents.isPending}>
        {t('players.showDocuments')}
      </Button>
      <p className={styles.by}>{t('players.documentsText')}</p>
      {documents.error && <Alert tone="bad">{documents.error.message}</Alert>}
    </div>
  )
}

function Sessions({ row }: { row: Player }) {
  const { t } = useTranslation()
  const runner = useActions<SessionOfPlayer>('players')
  if (row.sessions.length === 0) return <p>{t('players.noSessions')}</p>
  return (
    <>
      <ul className={styles.sessions}>
        {row.sessions.map((session) => (
          <li key={session.id}>
            <span>
              <DeviceText deviceType={session.deviceType} />
            </span>
            <span className={styles.by}>
              <Time value={session.activeAt} />
            </span>
            <ActionButtons
              actions={runner.offered(sessionActions, { id: session.id, playerId: row.id })}
              hasKeys={false}
              onStart={(action) =>
                runner.start(action, [{ row: { id: session.id, playerId: row.id }, name: row.email }])
              }
            />
          </li>
        ))}
      </ul>
      {runner.dialog}
    </>
  )
}

function Payments({ playerId }: { playerId: string }) {
  const { t } = useTranslation()
  const may = useMay()
  return (
    <div className={styles.stack}>
      <Panel title={t('players.its.withdrawals')} isFlush>
        <WithdrawalsOf playerId={playerId} label={t('players.its.withdrawals')} most={25} />
      </Panel>
      {may(depositCalls.list.permission) && (
        <Panel title={t('players.its.deposits')} isFlush>
          <RelatedList
            call={depositCalls.list}
            query={{ playerId, perPage: 25 }}
            label={t('players.its.deposits')}
            columns={[
              {
                name: 'at',
                label: 'deposits.createdAt',
                cell: ({ createdAt }) => <Time value={createdAt} />,
              },
              {
                name: 'amount',
                label: 'deposits.amount',
                isNumber: true,
                cell: ({ amountCents }) => <Money cents={amountCents} />,
              },
              {
                name: 'provider',
                label: 'deposits.provider',
                isWide: true,
                cell: ({ provider }) => provider,
              },
              { name: 'state', label: 'deposits.state', cell: (each) => <DepositBadge row={each} /> },
            ]}
            rowName={({ id }) => id}
            open={({ id }) => `/deposits/${id}`}
            empty="deposits.empty"
          />
        </Panel>
      )}
    </div>
  )
}
