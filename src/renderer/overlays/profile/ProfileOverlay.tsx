import { observer } from 'mobx-react-lite'
import { useEffect, useMemo, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { betsShown, nicknameDays, nicknameLength } from '#contract/rules/nickname.ts'
import { formatDate } from '../../i18n/dates.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './ProfileOverlay.module.css'
import { ProfileStore } from './ProfileStore.ts'

/** What other players see: nickname and avatar, and what is told of bets. */
export const ProfileOverlay = observer(function ProfileOverlay() {
  const { t } = useTranslation()
  const { overlays } = useStores()
  const store = useOwnStore((root) => new ProfileStore(root))
  useEffect(() => void store.load(), [store])
  return (
    <Sheet title={t('profile.title')} closeLabel={t('actions.close')} onClose={() => overlays.close()}>
      {store.state === 'failed' && (
        <ErrorState
          compact
          text={t('profile.failed')}
          retryLabel={t('actions.retry')}
          onRetry={() => void store.load()}
        />
      )}
      {store.state === 'loading' && (
        <div role="status" aria-label={t('status.loading')} className={styles.body}>
          <Skeleton height="0.8rem" radius="m" />
          <Skeleton height="1.2rem" radius="m" />
          <Skeleton height="1.8rem" radius="m" />
        </div>
      )}
      {store.state === 'ready' && <Profile store={store} />}
    </Sheet>
  )
})

const Profile = observer(function Profile({ store }: { store: ProfileStore }) {
  const { t } = useTranslation()
  const { session, language } = useStores()
  const { identity, nickname } = store
  const choices = useMemo(
    () =>
      betsShown.map((value) => ({ value, title: t(`profile.${value}`), note: t(`profile.${value}Note`) })),
    [t],
  )
  if (!identity) return null
  const { changeFrom, shownName, bets } = identity
  const save = (event: FormEvent) => {
    event.preventDefault()
    void store.save()
  }
  return (
    <div className={styles.body}>
      <figure className={styles.seen}>
        <Avatar index={bets === 'anonymous' ? null : (session.player?.avatar ?? 0)} size="m" />
        <figcaption>
          <b translate="no">{bets === 'anonymous' ? t('profile.anonymousName') : shownName}</b>
          <span>{t('profile.seen')}</span>
        </figcaption>
      </figure>
      <form className={styles.form} onSubmit={save}>
        <TextField
          label={t('profile.nickname')}
          hint={
            changeFrom === null
              ? t('profile.hint', { days: nicknameDays })
              : t('profile.from', { date: formatDate(changeFrom, language.selected) })
          }
          value={nickname}
          maxLength={nicknameLength.max}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          readOnly={changeFrom !== null}
          onChange={(event) => store.type(event.target.value)}
        />
        {changeFrom === null && (
          <Button type="submit" variant="primary" full disabled={!store.canSave || store.isBusy}>
            {t('profile.save')}
          </Button>
        )}
      </form>
      <section className={styles.form} aria-labelledby="profile-bets">
        <h3 id="profile-bets">{t('profile.bets')}</h3>
        <RadioCards
          aria-label={t('profile.bets')}
          columns={1}
          options={choices}
          value={bets}
          disabled={store.isBusy}
          onChange={store.chooseBets}
        />
      </section>
    </div>
  )
})
