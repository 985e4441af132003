import KeyRound from 'lucide-react/icons/key-round'
import { observer } from 'mobx-react-lite'
import { useEffect, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../i18n/dates.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SubjectHeading } from '../../ui/SubjectHeading.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Passkeys.module.css'
import { PasskeysStore } from './PasskeysStore.ts'

/** The player's passkeys: list, removal, and a form for a new one. */
export const PasskeysPart = observer(function PasskeysPart() {
  const { t } = useTranslation()
  const store = useOwnStore((root) => new PasskeysStore(root))
  useEffect(() => void store.load(), [store])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void store.add()
  }
  return (
    <section className={styles.section} aria-labelledby="privacy-passkeys">
      <SubjectHeading id="privacy-passkeys" icon={<KeyRound aria-hidden />}>
        {t('passkeys.title')}
      </SubjectHeading>
      <p className={styles.text}>{t('passkeys.text')}</p>
      {store.state === 'loading' && (
        <div role="status" aria-label={t('status.loading')}>
          <Skeleton height="0.7rem" radius="m" />
        </div>
      )}
      {store.state === 'failed' && (
        <ErrorState
          compact
          text={t('passkeys.failed')}
          retryLabel={t('actions.retry')}
          onRetry={() => void store.load()}
        />
      )}
      {store.state === 'ready' && <Passkeys store={store} />}
      <form className={styles.section} onSubmit={submit}>
        <TextField
          label={t('passkeys.name')}
          hint={t('passkeys.nameHint')}
          maxLength={60}
          autoComplete="off"
          value={store.name}
          onChange={(event) => store.set('name', event.target.value)}
        />
        <PasswordField
          label={t('passkeys.password')}
          autoComplete="current-password"
          showLabel={t('auth.show')}
          hideLabel={t('auth.hide')}
          value={store.password}
          onChange={(event) => store.set('password', event.target.value)}
        />
        {store.hasFailed && (
          <p role="alert" className={styles.text}>
            {t('passkeys.notMade')}
          </p>
        )}
        <Button type="submit" full disabled={!store.canAdd}>
          {t('passkeys.add')}
        </Button>
      </form>
      {store.removing && (
        <AlertDialog
          title={t('passkeys.removeTitle')}
          text={t('passkeys.removeText', { name: store.removing.name })}
          tone="danger"
          confirmLabel={t('passkeys.remove')}
          cancelLabel={t('passkeys.keep')}
          busy={store.isBusy}
          onConfirm={() => void store.remove()}
          onCancel={() => store.ask(null)}
        />
      )}
    </section>
  )
})

const Passkeys = observer(function Passkeys({ store }: { store: PasskeysStore }) {
  const { t } = useTranslation()
  const { selected } = useStores().language
  if (store.passkeys.length === 0) return <p className={styles.text}>{t('passkeys.none')}</p>
  return (
    <ul className={styles.list}>
      {store.passkeys.map((passkey) => (
        <li key={passkey.id} className={styles.item}>
          <div className={styles.what}>
            <strong translate="no">{passkey.name}</strong>
            <span className={styles.text}>
              {t('passkeys.created', { time: formatDateTime(passkey.createdAt, selected) })}
            </span>
            <span className={styles.text}>
              {passkey.usedAt === null
                ? t('passkeys.never')
                : t('passkeys.used', { time: formatDateTime(passkey.usedAt, selected) })}
            </span>
          </div>
          <Button
            size="s"
            aria-label={t('passkeys.removeOne', { name: passkey.name })}
            onClick={() => store.ask(passkey)}
          >
            {t('passkeys.remove')}
          </Button>
        </li>
      ))}
    </ul>
  )
})
