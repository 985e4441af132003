import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { regulatorCalls, type RegulatorLotDetail } from '#contract/office/regulator.ts'
import { KeyValues, Panel, PanelGrid } from '../../ui/Panel.tsx'
import { RecordPage } from '../../ui/record/RecordPage.tsx'
import { Time } from '../../ui/Time.tsx'
import styles from './regulator.module.css'
import { DownloadButton, LotBadge, lotActions } from './regulatorParts.tsx'
import { usePeriodText } from './usePeriodText.ts'

/** One lot: its sums, its file, and each step of its delivery. */
export default function LotPage() {
  const { t } = useTranslation()
  const periodText = usePeriodText()
  const { id = '' } = useParams()
  return (
    <RecordPage<RegulatorLotDetail>
      call={regulatorCalls.get}
      id={id}
      title={({ family, period, number }) =>
        `${t(`reportFamilies.${family}`)} · ${periodText(period)} · ${number}`
      }
      badges={(row) => <LotBadge {...row} />}
      back={{ to: '/regulator', label: t('regulator.title') }}
      actions={lotActions}
      refreshMs={5_000}
    >
      {(row) => (
        <PanelGrid>
          <Panel title={t('regulator.delivery')}>
            <KeyValues
              rows={[
                { label: t('regulator.records'), value: row.records },
                { label: t('regulator.madeAt'), value: <Time value={row.madeAt} as="exact" /> },
                { label: t('regulator.madeBy'), value: row.madeByName },
                { label: t('regulator.attempts'), value: row.attempts },
                { label: t('regulator.nextTryAt'), value: row.nextTryAt && <Time value={row.nextTryAt} /> },
                { label: t('regulator.error'), value: row.error },
                { label: t('regulator.sentAt'), value: row.sentAt && <Time value={row.sentAt} as="exact" /> },
                { label: t('regulator.sentBy'), value: row.sentByName },
                { label: t('regulator.receipt'), value: row.receipt },
                { label: t('regulator.sha256'), value: row.sha256 },
              ].filter(({ value }) => value !== null)}
            />
            <div className={styles.download}>
              <DownloadButton lot={row} />
            </div>
          </Panel>
          <Panel title={t('regulator.totals')}>
            {row.totals.length === 0 ? (
              <p>{t('regulator.noTotals')}</p>
            ) : (
              <KeyValues rows={row.totals.map(({ field, sum }) => ({ label: field, value: sum }))} />
            )}
          </Panel>
        </PanelGrid>
      )}
    </RecordPage>
  )
}
