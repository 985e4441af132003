import { useInfiniteQuery } from '@tanstack/react-query'
import { IdCard } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { identityCalls, type IdentityCheckView } from '#contract/office/players.ts'
import { identityRefusals } from '#contract/rules/identityPictures.ts'
import { formatCpf } from '#contract/rules/kyc.ts'
import { useOffice } from '../../data/context.ts'
import { formatDate } from '../../i18n/times.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { defineAction, type Action } from '../../ui/actions/action.ts'
import { ActionButtons } from '../../ui/actions/ActionButtons.tsx'
import { useActions } from '../../ui/actions/useActions.tsx'
import { Button } from '../../ui/Button.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { KeyValues, Panel } from '../../ui/Panel.tsx'
import { Empty, Failed, LoadingLines } from '../../ui/States.tsx'
import { SubjectName } from '../../ui/SubjectName.tsx'
import { Time } from '../../ui/Time.tsx'
import { KeptIdentities } from './KeptIdentities.tsx'
import { IdentityPictures } from './IdentityPictures.tsx'

const actions: readonly Action<IdentityCheckView>[] = [
  defineAction<typeof identityCalls.decide, IdentityCheckView>({
    call: identityCalls.decide,
    icon: IdCard,
    isPrimary: true,
    fields: [
      {
        name: 'result',
        label: 'identities.result',
        kind: 'select',
        choices: [
          { value: 'confirmed', label: 'identities.confirm' },
          { value: 'refused', label: 'identities.refuse' },
        ],
        isUnset: true,
      },
      {
        name: 'refusal',
        label: 'identities.refusal',
        kind: 'select',
        isOptional: true,
        isUnset: true,
        hint: 'identities.refusalHint',
        choices: identityRefusals.map((value) => ({ value, label: `identities.refusals.${value}` as const })),
      },
    ],
    request: ({ id, playerId }, values) => ({
      params: { id },
      body: {
        playerId,
        result: values['result'] === 'refused' ? 'refused' : 'confirmed',
        ...(values['result'] === 'refused' && refusalOf(values['refusal'])),
        reason: values.reason,
      },
    }),
  }),
]

function refusalOf(value: string | undefined) {
  const refusal = identityRefusals.find((known) => known === value)
  return refusal === undefined ? undefined : { refusal }
}

/** The people whose name and CPF somebody has to check. */
export default function IdentitiesPage() {
  const { t } = useTranslation()
  const { client } = useOffice()
  const { locale } = useLanguage()
  const runner = useActions<IdentityCheckView>('identities')
  const waiting = useInfiniteQuery({
    queryKey: ['identities'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.call(identityCalls.waiting, { query: pageParam ? { after: pageParam } : {} }, { signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const checks = waiting.data?.pages.flatMap((page) => page.checks)
  return (
    <>
      <PageHeader title={t('identities.title')} text={t('identities.text')} />
      <PageBody>
        {waiting.error && <Failed error={waiting.error} onRetry={() => void waiting.refetch()} />}
        {waiting.isPending && !waiting.error && <LoadingLines count={6} />}
        {checks?.length === 0 && <Empty title={t('identities.empty')} text={t('identities.emptyText')} />}
        {checks?.map((check) => (
          <Panel
            key={check.id}
            title={check.name}
            aside={
              <ActionButtons
                actions={runner.offered(actions, check)}
                hasKeys={false}
                onStart={(action) => runner.start(action, [{ row: check, name: check.name }])}
              />
            }
          >
            <KeyValues
              rows={[
                { label: t('identities.cpf'), value: formatCpf(check.cpf) },
                ...(check.birthDate === null
                  ? []
                  : [{ label: t('identities.birthDate'), value: formatDate(check.birthDate, locale) }]),
                { label: t('players.email'), value: check.email },
                {
                  label: t('withdrawals.player'),
                  value: <SubjectName kind="player" id={check.playerId} called={check.email} />,
                },
                { label: t('identities.since'), value: <Time value={check.createdAt} as="exact" /> },
              ]}
            />
            {check.picturesAt !== null && <IdentityPictures check={check} />}
          </Panel>
        ))}
        {waiting.hasNextPage && (
          <div>
            <Button isBusy={waiting.isFetchingNextPage} onClick={() => void waiting.fetchNextPage()}>
              {t('players.more')}
            </Button>
          </div>
        )}
        <KeptIdentities />
        {runner.dialog}
      </PageBody>
    </>
  )
}
