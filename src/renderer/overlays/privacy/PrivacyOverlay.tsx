import FileDown from 'lucide-react/icons/file-down'
import Mail from 'lucide-react/icons/mail'
import Monitor from 'lucide-react/icons/monitor'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import Smartphone from 'lucide-react/icons/smartphone'
import UserX from 'lucide-react/icons/user-x'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { ExportPanel } from '../../features/exports/ExportPanel.tsx'
import { ExportStore } from '../../features/exports/ExportStore.ts'
import { hasPasskeys } from '../../features/passkeys/hasPasskeys.ts'
import { formatDateTime } from '../../i18n/dates.ts'
import { formatMoney } from '../../i18n/format.ts'
import { loadTexts } from '../../i18n/i18n.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PartBoundary } from '../../ui/PartBoundary.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SubjectHeading } from '../../ui/SubjectHeading.tsx'
import { Switch } from '../../ui/Switch.tsx'
import styles from './PrivacyOverlay.module.css'
import { PrivacyStore } from './PrivacyStore.ts'

const PasskeysPart = lazy(async () => {
  const [part] = await Promise.all([
    import('../../features/passkeys/PasskeysPart.tsx'),
    loadTexts('personal'),
  ])
  return { default: part.PasskeysPart }
})

/** Data and security: sessions, passkeys, e-mails, data export, closing the account. */
export const PrivacyOverlay = observer(function PrivacyOverlay() {
  const { t } = useTranslation()
  const { overlays, platform } = useStores()
  const { host } = platform
  const store = useOwnStore((root) => new PrivacyStore(root))
  const data = useOwnStore(
    (root) => new ExportStore(root, 'personalData', { key: 'account.privacy.exported' }),
  )
  useEffect(() => void store.load(), [store])
  return (
    <>
      <Sheet
        title={t('account.privacy.title')}
        closeLabel={t('actions.close')}
        className={styles.sheet}
        onClose={() => overlays.close()}
      >
        <div className={styles.body}>
          <div className={styles.part}>
            <section className={styles.section} aria-labelledby="privacy-sessions">
              <SubjectHeading id="privacy-sessions" icon={<MonitorSmartphone aria-hidden />}>
                {t('account.privacy.sessions')}
              </SubjectHeading>
              <Sessions store={store} />
            </section>
            {hasPasskeys(host) && (
              <PartBoundary>
                <Suspense fallback={<Skeleton height="1.2rem" radius="l" />}>
                  <div className={styles.section}>
                    <PasskeysPart />
                  </div>
                </Suspense>
              </PartBoundary>
            )}
          </div>
          <div className={styles.part}>
            <section className={styles.section} aria-labelledby="privacy-mails">
              <SubjectHeading id="privacy-mails" icon={<Mail aria-hidden />}>
                {t('account.privacy.mails')}
              </SubjectHeading>
              <Address store={store} />
              {store.monthly !== null && (
                <Switch
                  label={t('account.privacy.statement')}
                  hint={t('account.privacy.statementHint')}
                  checked={store.monthly}
                  onChange={(event) => void store.setMonthly(event.target.checked)}
                />
              )}
            </section>
            <section className={styles.section} aria-labelledby="privacy-data">
              <SubjectHeading id="privacy-data" icon={<FileDown aria-hidden />}>
                {t('account.privacy.data')}
              </SubjectHeading>
              <p className={styles.text}>{t('account.privacy.dataText')}</p>
              <ExportPanel store={data} label={t('account.privacy.export')} />
            </section>
            <section className={styles.section} aria-labelledby="privacy-erase">
              <SubjectHeading id="privacy-erase" icon={<UserX aria-hidden />} tone="danger">
                {t('account.privacy.erase')}
              </SubjectHeading>
              <p className={styles.text}>{t('account.privacy.eraseText')}</p>
              <p className={styles.text}>{t('account.privacy.eraseMarks')}</p>
              <Button full variant="danger" onClick={() => store.setConfirming(true)}>
                {t('account.privacy.eraseStart')}
              </Button>
            </section>
          </div>
        </div>
      </Sheet>
      {store.isConfirming && <EraseDialog store={store} />}
    </>
  )
})

const Sessions = observer(function Sessions({ store }: { store: PrivacyStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const time = (iso: string) => formatDateTime(iso, language.selected)
  if (store.state === 'failed') {
    return (
      <ErrorState
        compact
        illustration={emptyArt.offline}
        text={t('account.privacy.loadFailed')}
        retryLabel={t('actions.retry')}
        onRetry={() => void store.load()}
      />
    )
  }
  if (store.state === 'loading') {
    return (
      <div role="status" aria-label={t('status.loading')}>
        <Skeleton height="0.7rem" radius="m" />
      </div>
    )
  }
  return (
    <>
      <ul className={styles.list}>
        {store.sessions.map(({ id, startedAt, activeAt, isCurrent, deviceType }) => (
          <li key={id} className={classes(styles.item, styles.device, isCurrent && styles.current)}>
            {deviceType === 'android' || deviceType === 'iphone' ? (
              <Smartphone aria-hidden />
            ) : (
              <Monitor aria-hidden />
            )}
            <div className={styles.when}>
              {deviceType && <strong>{t(`account.privacy.device.${deviceType}`)}</strong>}
              <span className={styles.text}>{t('account.privacy.since', { time: time(startedAt) })}</span>
              <span className={styles.text}>{t('account.privacy.used', { time: time(activeAt) })}</span>
            </div>
            {isCurrent ? (
              <Badge tone="success">{t('account.privacy.current')}</Badge>
            ) : (
              <Button
                size="s"
                disabled={store.isBusy}
                aria-label={t('account.privacy.endOne', { time: time(startedAt) })}
                onClick={() => void store.endSessions(id)}
              >
                {t('account.privacy.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {store.hasOthers && (
        <Button full disabled={store.isBusy} onClick={() => void store.endSessions()}>
          {t('account.privacy.endAll')}
        </Button>
      )}
    </>
  )
})

/** The e-mail address, and whether it is known to be the player's. */
const Address = observer(function Address({ store }: { store: PrivacyStore }) {
  const { t } = useTranslation()
  const { player } = useStores().session
  if (!player) return null
  const isConfirmed = player.isEmailConfirmed
  return (
    <>
      <div className={styles.item}>
        <span className={styles.address}>{player.email}</span>
        <Badge tone={isConfirmed ? 'success' : 'neutral'}>
          {t(`account.privacy.${isConfirmed ? 'emailConfirmed' : 'emailOpen'}`)}
        </Badge>
      </div>
      {!isConfirmed && (
        <>
          <p className={styles.text}>{t('account.privacy.emailWhy')}</p>
          <Button full disabled={store.isBusy} onClick={() => void store.resend()}>
            {t('account.privacy.emailResend')}
          </Button>
        </>
      )}
    </>
  )
})

/** Closing the account cannot be undone, so the password is required again. */
const EraseDialog = observer(function EraseDialog({ store }: { store: PrivacyStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const amount = formatMoney(store.restAmount, language.selected)
  return (
    <AlertDialog
      title={t('account.privacy.erase')}
      text={t('account.privacy.eraseConfirm')}
      tone="danger"
      confirmLabel={t('account.privacy.eraseStart')}
      cancelLabel={t('account.privacy.keep')}
      busy={store.isBusy}
      confirmDisabled={store.password === ''}
      onConfirm={() => void store.erase()}
      onCancel={() => store.setConfirming(false)}
    >
      {store.restAmount > 0 && (
        <>
          <p>{t('account.privacy.rest', { amount })}</p>
          <RadioCards
            aria-label={t('account.privacy.rest', { amount })}
            columns={1}
            value={store.rest}
            onChange={store.chooseRest}
            options={[
              {
                value: 'payOut',
                title: t('account.privacy.payOut'),
                note: t('account.privacy.payOutHint'),
              },
              {
                value: 'giveUp',
                title: t('account.privacy.giveUp', { amount }),
                note: t('account.privacy.giveUpHint'),
              },
            ]}
          />
        </>
      )}
      <PasswordField
        label={t('auth.password')}
        autoComplete="current-password"
        showLabel={t('auth.show')}
        hideLabel={t('auth.hide')}
        value={store.password}
        onChange={(event) => store.type(event.target.value)}
      />
    </AlertDialog>
  )
})
