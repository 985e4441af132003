import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { auditCalls, type AuditEntry } from '#contract/office/audit.ts'
import { classes } from '#renderer/ui/classes.ts'
import { DataValue } from '../../ui/Data.tsx'
import { differences } from '../../ui/dataPairs.ts'
import { fieldName } from '../../ui/fieldTexts.ts'
import { KeyValues, Panel, PanelGrid } from '../../ui/Panel.tsx'
import { RecordPage } from '../../ui/record/RecordPage.tsx'
import { SubjectName } from '../../ui/SubjectName.tsx'
import { Time } from '../../ui/Time.tsx'
import { ActionText, Actor } from './auditParts.tsx'
import styles from './audit.module.css'

export default function AuditEntryPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  return (
    <RecordPage<AuditEntry>
      call={auditCalls.get}
      id={id}
      title={(row) => t('audit.entry', { id: row.id })}
      back={{ to: '/audit', label: t('audit.title') }}
    >
      {(row) => (
        <>
          <PanelGrid>
            <Panel title={t('audit.action')}>
              <KeyValues
                rows={[
                  { label: t('audit.action'), value: <ActionText name={row.action} /> },
                  { label: t('audit.at'), value: <Time value={row.at} as="exact" /> },
                  { label: t('audit.staff'), value: <Actor row={row} /> },
                  { label: t('audit.role'), value: row.role === null ? null : t(`roles.${row.role}`) },
                  {
                    label: t('audit.subject'),
                    value: (
                      <SubjectName
                        kind={row.subjectKind}
                        id={row.subjectId}
                        called={row.subjectName}
                        hasKind
                      />
                    ),
                  },
                  { label: t('audit.reason'), value: row.reason },
                ]}
              />
            </Panel>
            <Panel title={t('audit.requestId')}>
              <KeyValues
                rows={[
                  { label: t('audit.address'), value: row.address },
                  {
                    label: t('audit.requestId'),
                    value: <span className={styles.hash}>{row.requestId ?? '–'}</span>,
                  },
                  { label: t('audit.hash'), value: <span className={styles.hash}>{row.hash}</span> },
                  {
                    label: t('audit.previousHash'),
                    value: <span className={styles.hash}>{row.previousHash}</span>,
                  },
                ]}
              />
            </Panel>
          </PanelGrid>
          <Panel title={t('audit.change')} isFlush>
            <Changes before={row.before} after={row.after} />
          </Panel>
        </>
      )}
    </RecordPage>
  )
}

/** Before and after by field; what changed is marked and stands first. */
function Changes({ before, after }: { before: unknown; after: unknown }) {
  const { t } = useTranslation()
  const rows = differences(before, after)
  if (rows.length === 0) return <p className={styles.chain}>{t('audit.noChange')}</p>
  return (
    <div className={styles.changes}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('audit.field')}</th>
            <th scope="col">{t('audit.before')}</th>
            <th scope="col">{t('audit.after')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.path} className={classes(row.isChanged && styles.changed)}>
              <th scope="row">{fieldName(row.path)}</th>
              <td>
                <DataValue name={row.path} value={row.before} />
              </td>
              <td>
                <DataValue name={row.path} value={row.after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
