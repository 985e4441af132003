import { DoorClosed, DoorOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useQuery } from '@tanstack/react-query'
import { serviceCalls, type ServiceState } from '#contract/office/service.ts'
import { languageCodes, languages } from '#contract/languages.ts'
import { useOffice } from '../../data/context.ts'
import { fromLocalMoment } from '../../i18n/moments.ts'
import { ActionButtons } from '../../ui/actions/ActionButtons.tsx'
import { defineAction, type Action } from '../../ui/actions/action.ts'
import { useActions } from '../../ui/actions/useActions.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { KeyValues, Panel } from '../../ui/Panel.tsx'
import { Failed, LoadingLines } from '../../ui/States.tsx'
import { Time } from '../../ui/Time.tsx'

const actions: readonly Action<ServiceState>[] = [
  defineAction<typeof serviceCalls.close, ServiceState>({
    call: serviceCalls.close,
    icon: DoorClosed,
    isDanger: true,
    explain: 'service.closeText',
    isOffered: ({ closure, isClosed }) => closure === null || !isClosed,
    fields: [
      { name: 'from', label: 'service.from', kind: 'dateTime', isOptional: true, hint: 'service.fromHint' },
      {
        name: 'until',
        label: 'service.until',
        kind: 'dateTime',
        isOptional: true,
        hint: 'service.untilHint',
      },
      ...languageCodes.map((code) => ({
        name: `texts.${code}`,
        label: `service.says.${code}` as const,
        kind: 'longText' as const,
        isOptional: true,
        ...(code === 'en_US' ? { hint: 'service.englishHint' as const } : {}),
      })),
    ],
    request: (_service, values) => ({
      body: {
        from: fromLocalMoment(values['from'] ?? ''),
        until: fromLocalMoment(values['until'] ?? ''),
        texts: Object.fromEntries(
          languageCodes.flatMap((code) => {
            const text = values[`texts.${code}`] ?? ''
            return text === '' ? [] : [[code, text]]
          }),
        ),
        reason: values.reason,
      },
    }),
  }),
  defineAction<typeof serviceCalls.open, ServiceState>({
    call: serviceCalls.open,
    icon: DoorOpen,
    isPrimary: true,
    isOffered: ({ closure }) => closure !== null,
    request: (_service, { reason }) => ({ body: { reason } }),
  }),
]

/** Whether players can bet and deposit, and when and why not. */
export default function ServicePage() {
  const { t } = useTranslation()
  const { client } = useOffice()
  const service = useQuery({
    queryKey: ['service'],
    queryFn: ({ signal }) => client.call(serviceCalls.get, {}, { signal }),
    // A closure begins and ends by itself.
    refetchInterval: 5_000,
  })
  return (
    <>
      <PageHeader title={t('service.title')} text={t('service.text')} />
      <PageBody>
        {service.data ? (
          <State service={service.data} />
        ) : service.error ? (
          <Failed error={service.error} onRetry={() => void service.refetch()} />
        ) : (
          <LoadingLines count={6} />
        )}
      </PageBody>
    </>
  )
}

function State({ service }: { service: ServiceState }) {
  const { t } = useTranslation()
  const runner = useActions<ServiceState>('service')
  const { closure, isClosed } = service
  const says = languageCodes.flatMap((code) => {
    const text = closure?.texts[code]
    return text === undefined ? [] : [{ label: languages[code].name, value: text }]
  })
  return (
    <Panel
      title={t('service.service')}
      aside={
        <ActionButtons
          actions={runner.offered(actions, service)}
          onStart={(action) => runner.start(action, [{ row: service, name: '' }])}
        />
      }
    >
      {isClosed && <Alert tone="warn">{t('service.closedText')}</Alert>}
      <KeyValues
        rows={[
          {
            label: t('service.state'),
            value: (
              <Badge tone={isClosed ? 'bad' : closure ? 'info' : 'good'}>
                {t(isClosed ? 'service.closed' : closure ? 'service.planned' : 'service.open')}
              </Badge>
            ),
          },
          ...(closure
            ? [
                { label: t('service.from'), value: <Time value={closure.from} as="exact" /> },
                {
                  label: t('service.until'),
                  value: closure.until ? <Time value={closure.until} as="exact" /> : t('service.withoutEnd'),
                },
                ...says,
              ]
            : []),
        ]}
      />
      {runner.dialog}
    </Panel>
  )
}
