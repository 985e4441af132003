import CircleAlert from 'lucide-react/icons/circle-alert'
import Download from 'lucide-react/icons/download'
import FileCheck from 'lucide-react/icons/file-check'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { formatDateTime } from '../../i18n/dates.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import styles from './ExportPanel.module.css'
import type { ExportStore } from './ExportStore.ts'

interface Props {
  store: ExportStore
  /** The button that asks for the file. */
  label: string
}

/** Requests a file with the player's data, shows how far it is, and downloads it. */
export const ExportPanel = observer(function ExportPanel({ store, label }: Props) {
  const { t } = useTranslation()
  useEffect(() => store.start(), [store])
  if (store.isKiosk) {
    return (
      <p className={styles.note}>
        <CircleAlert aria-hidden />
        <span>{t('account.exports.kiosk')}</span>
      </p>
    )
  }
  if (store.state === 'failed') {
    return (
      <ErrorState
        compact
        illustration={emptyArt.offline}
        text={t('account.exports.loadFailed')}
        retryLabel={t('actions.retry')}
        onRetry={() => void store.load()}
      />
    )
  }
  if (store.state === 'loading') {
    return (
      <div role="status" aria-label={t('status.loading')}>
        <Skeleton height="0.44rem" radius="m" />
      </div>
    )
  }
  return <Job store={store} label={label} />
})

const Job = observer(function Job({ store, label }: Props) {
  const { t } = useTranslation()
  const { language } = useStores()
  const { job } = store
  const request = (text: string, isPrimary = false) => (
    <Button
      full
      icon={<Download aria-hidden />}
      {...(isPrimary ? { variant: 'primary' as const } : {})}
      disabled={store.isBusy}
      onClick={() => void store.request()}
    >
      {text}
    </Button>
  )
  if (job === null) return request(label)
  if (store.isInProgress) {
    return (
      <div className={styles.progress} role="status">
        <Spinner />
        <span>
          <strong>
            {t('account.exports.preparing', { lines: formatNumber(job.lines, language.selected) })}
          </strong>
          <span className={styles.text}>{t('account.exports.leave')}</span>
        </span>
      </div>
    )
  }
  if (job.state === 'failed') {
    return (
      <>
        <p className={styles.note} role="alert">
          <CircleAlert aria-hidden />
          <span>{t('account.exports.failed')}</span>
        </p>
        {request(t('actions.retry'))}
      </>
    )
  }
  const time = (iso: string) => formatDateTime(iso, language.selected)
  return (
    <>
      <p className={styles.ready} role="status">
        <FileCheck aria-hidden />
        <span>
          <strong>{t('account.exports.ready', { size: sizeOf(job.bytes, language.selected.locale) })}</strong>
          <span className={styles.text}>{t('account.exports.until', { time: time(job.expiresAt) })}</span>
          {!store.mayRenew && (
            <span className={styles.text}>{t('account.exports.next', { time: time(job.nextAt) })}</span>
          )}
        </span>
      </p>
      <Button
        full
        variant="primary"
        icon={<Download aria-hidden />}
        disabled={store.isBusy}
        onClick={() => void store.download()}
      >
        {t('account.exports.download')}
      </Button>
      {store.mayRenew && request(t('account.exports.renew'))}
    </>
  )
})

/** '12 kB', '3,4 MB'. */
function sizeOf(bytes: number, locale: string): string {
  const isSmall = bytes < 1_000_000
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: isSmall ? 0 : 1,
  }).format(isSmall ? Math.max(1, bytes / 1_000) : bytes / 1_000_000)
}
