import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { terminalCalls, type TerminalRow } from '#contract/office/terminals.ts'
import { useMay, useOffice } from '../../data/context.ts'
import { messageOf } from '../../data/OfficeError.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { notices } from '../../ui/actions/notices.ts'
import { Button } from '../../ui/Button.tsx'
import { KeyValues, Panel, PanelGrid } from '../../ui/Panel.tsx'
import { RecordPage } from '../../ui/record/RecordPage.tsx'
import { Failed, LoadingLines } from '../../ui/States.tsx'
import { Time } from '../../ui/Time.tsx'
import { AuditPanel } from '../audit/AuditTrail.tsx'
import {
  LastInput,
  machineRows,
  printerText,
  settingRows,
  terminalActions,
  TerminalBadges,
} from './terminalParts.tsx'
import styles from './terminals.module.css'

export default function TerminalPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const may = useMay()
  const { locale } = useLanguage()
  return (
    <RecordPage<TerminalRow>
      call={terminalCalls.get}
      id={id}
      title={({ name }) => name}
      badges={(row) => <TerminalBadges {...row} />}
      back={{ to: '/terminals', label: t('terminals.title') }}
      actions={terminalActions}
      refreshMs={5_000}
    >
      {(row) => (
        <>
          <PanelGrid>
            <Panel title={t('terminals.health')}>
              <KeyValues
                rows={[
                  { label: t('terminals.lastSeenAt'), value: <Time value={row.lastSeenAt} /> },
                  { label: t('terminals.lastInput'), value: <LastInput {...row} /> },
                  { label: t('terminals.version'), value: row.health?.version },
                  { label: t('terminals.runtime'), value: row.health?.runtime },
                  {
                    label: t('terminals.uptime'),
                    value:
                      row.health &&
                      t('terminals.minutes', { count: Math.floor(row.health.uptimeSeconds / 60) }),
                  },
                  {
                    label: t('terminals.idleSource'),
                    value: row.health?.idleSource && t(`terminals.idleSources.${row.health.idleSource}`),
                  },
                  {
                    label: t('terminals.windowSystem'),
                    value:
                      row.health?.windowSystem && t(`terminals.windowSystems.${row.health.windowSystem}`),
                  },
                  ...machineRows(t, locale, row.health?.machine),
                  { label: t('terminals.printer'), value: printerText(t, row.health?.printer) },
                  { label: t('terminals.lastError'), value: row.health?.lastError },
                ]}
              />
            </Panel>
            <Panel title={t('terminals.settings')}>
              {Object.keys(row.config).length === 0 ? (
                <p>{t('terminals.ownSettings')}</p>
              ) : (
                <KeyValues rows={settingRows(t, row.config)} />
              )}
            </Panel>
          </PanelGrid>
          <Panel title={t('terminals.picture')}>
            {row.screenshotAt === null ? (
              <p>{t('terminals.noPicture')}</p>
            ) : (
              <Picture id={row.id} takenAt={row.screenshotAt} />
            )}
          </Panel>
          <Panel title={t('terminals.crashes')}>
            {row.crashes.length === 0 ? (
              <p>{t('terminals.noCrashes')}</p>
            ) : (
              <ul className={styles.crashes}>
                {row.crashes.map((crash) => (
                  <li key={crash.id}>
                    <Time value={crash.crashedAt} as="exact" /> <span>{crash.version}</span>
                    {may(terminalCalls.crash.permission) && <Dump id={row.id} crash={crash.id} />}
                  </li>
                ))}
              </ul>
            )}
          </Panel>
          <AuditPanel kind="terminal" id={row.id} />
        </>
      )}
    </RecordPage>
  )
}

function Picture({ id, takenAt }: { id: string; takenAt: string }) {
  const { t } = useTranslation()
  const { client } = useOffice()
  const picture = useQuery({
    queryKey: ['terminals', 'picture', id, takenAt],
    queryFn: ({ signal }) => client.call(terminalCalls.picture, { params: { id } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (picture.error) return <Failed error={picture.error} />
  if (!picture.data) return <LoadingLines count={3} />
  return (
    <figure>
      <img
        className={styles.picture}
        src={`data:image/jpeg;base64,${picture.data.image}`}
        alt={t('terminals.picture')}
      />
      <figcaption>
        <Time value={takenAt} as="exact" />
      </figcaption>
    </figure>
  )
}

/** Saves a minidump; who did is in the audit. */
function Dump({ id, crash }: { id: string; crash: string }) {
  const { t } = useTranslation()
  const { client } = useOffice()
  const save = async () => {
    const { dump } = await client.call(terminalCalls.crash, { params: { id }, query: { crash } })
    const bytes = Uint8Array.from(atob(dump), (character) => character.charCodeAt(0))
    const address = URL.createObjectURL(new Blob([bytes], { type: 'application/gzip' }))
    const link = document.createElement('a')
    link.href = address
    link.download = `${crash}.dmp.gz`
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    <Button
      tone="plain"
      icon={Download}
      onClick={() => {
        save().catch((error: unknown) =>
          notices.say('bad', t('terminals.dump'), { detail: messageOf(error) }),
        )
      }}
    >
      {t('terminals.dump')}
    </Button>
  )
}
