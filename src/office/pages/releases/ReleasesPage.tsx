import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { releaseCalls } from '#contract/office/releases.ts'
import { useOffice } from '../../data/context.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { KeyValues, Panel, PanelGrid } from '../../ui/Panel.tsx'
import { Failed, LoadingLines } from '../../ui/States.tsx'
import { Time } from '../../ui/Time.tsx'

const bytesInMegabyte = 1_000_000

/** What the terminals are offered, and what they run. */
export default function ReleasesPage() {
  const { t } = useTranslation()
  const { client } = useOffice()
  const { locale } = useLanguage()
  const overview = useQuery({
    queryKey: ['releases', 'get'],
    queryFn: ({ signal }) => client.call(releaseCalls.get, {}, { signal }),
    refetchInterval: 15_000,
  })
  const size = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
  return (
    <>
      <PageHeader title={t('releases.title')} text={t('releases.text')} />
      <PageBody>
        {overview.data ? (
          <PanelGrid>
            <Panel title={t('releases.offered')}>
              {overview.data.release ? (
                <KeyValues
                  rows={[
                    { label: t('terminals.version'), value: overview.data.release.version },
                    { label: t('releases.at'), value: <Time value={overview.data.release.at} as="exact" /> },
                    ...overview.data.release.files.map(({ architecture, sizeBytes }) => ({
                      label: architecture,
                      value: size.format(sizeBytes / bytesInMegabyte),
                    })),
                  ]}
                />
              ) : (
                <p>{t('releases.none')}</p>
              )}
            </Panel>
            <Panel title={t('releases.running')}>
              {overview.data.versions.length === 0 ? (
                <p>{t('terminals.empty')}</p>
              ) : (
                <KeyValues
                  rows={overview.data.versions.map(({ version, terminals }) => ({
                    label: version ?? t('releases.unknown'),
                    value: t('releases.terminals', { count: terminals }),
                  }))}
                />
              )}
            </Panel>
          </PanelGrid>
        ) : overview.error ? (
          <Failed error={overview.error} onRetry={() => void overview.refetch()} />
        ) : (
          <LoadingLines />
        )}
      </PageBody>
    </>
  )
}
