import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './InvitationScreen.module.css'
import { InvitationStore } from './InvitationStore.ts'

const steps = ['register', 'deposit', 'play'] as const

/** /y{code}: who invites, and what a new player gets. */
export const InvitationScreen = observer(function InvitationScreen({ value }: { value: string }) {
  const { t } = useTranslation()
  const store = useOwnStore((root) => new InvitationStore(root, value))
  useEffect(() => void store.load(), [store])
  if (store.state === 'ready') return <Welcome store={store} />
  return (
    <>
      <h1>
        <VisuallyHidden>{t('auth.invitation.page')}</VisuallyHidden>
      </h1>
      <Waiting store={store} />
    </>
  )
})

const Waiting = observer(function Waiting({ store }: { store: InvitationStore }) {
  const { t } = useTranslation()
  switch (store.state) {
    case 'loading':
      return (
        <div className={styles.page} aria-busy>
          <Skeleton height="3.2rem" radius="l" />
          <Skeleton height="1.6rem" radius="l" />
        </div>
      )
    case 'unknown':
      return (
        <EmptyState
          illustration={emptyArt.search}
          title={t('auth.invitation.unknownTitle')}
          text={t('auth.invitation.unknownText')}
          action={
            <LinkButton variant="primary" to="/home">
              {t('actions.home')}
            </LinkButton>
          }
        />
      )
    case 'failed':
      return (
        <ErrorState
          illustration={emptyArt.offline}
          text={t('auth.invitation.failed')}
          retryLabel={t('actions.retry')}
          onRetry={() => void store.load()}
        />
      )
    case 'ready':
      return null
  }
})

const Welcome = observer(function Welcome({ store }: { store: InvitationStore }) {
  const { t } = useTranslation()
  const { overlays, session, language } = useStores()
  if (!store.invitation) return null
  const { inviter, avatar, welcomeBonus } = store.invitation
  return (
    <div className={styles.page}>
      <section className={styles.card}>
        <span className={styles.glow} aria-hidden />
        <Avatar index={avatar} size="l" className={styles.avatar} />
        <h1 className={styles.title}>{t('auth.invitation.title', { inviter })}</h1>
        {welcomeBonus > 0 && (
          <p className={styles.offer}>
            <span>{t('auth.invitation.offer')}</span>
            <strong translate="no" className="num">
              {formatMoney(welcomeBonus, language.selected)}
            </strong>
            <span>{t('auth.invitation.offerOn')}</span>
          </p>
        )}
        {session.isLoggedIn ? (
          <LinkButton variant="primary" size="l" full to="/home">
            {t('auth.invitation.already')}
          </LinkButton>
        ) : (
          <Button variant="primary" size="l" full onClick={() => overlays.open('register')}>
            {t('auth.invitation.accept')}
          </Button>
        )}
      </section>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={step} className={styles.step}>
            <span className={styles.number} aria-hidden>
              {index + 1}
            </span>
            <span>
              {t(
                step === 'deposit' || (step === 'play' && welcomeBonus === 0)
                  ? `home.how.steps.${step}`
                  : `auth.invitation.steps.${step}`,
              )}
            </span>
          </li>
        ))}
      </ol>
      <p className={styles.note}>{t('auth.access.adult')}</p>
    </div>
  )
})
