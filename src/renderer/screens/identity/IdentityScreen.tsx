import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { GuestState } from '../../features/rewards/GuestState.tsx'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageColumns } from '../../ui/PageColumns.tsx'
import { PageLoading } from '../../ui/PageLoading.tsx'
import { PrivacyTip } from '../../ui/PrivacyTip.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './IdentityScreen.module.css'
import { IdentityStore } from './IdentityStore.ts'
import { PicturesCard } from './PicturesCard.tsx'

/** /identidade: the identity check, from the form over the pictures to its result. */
export const IdentityScreen = observer(function IdentityScreen() {
  const { t } = useTranslation()
  const { session } = useStores()
  const store = useOwnStore((root) => new IdentityStore(root))
  useEffect(() => store.start(), [store])
  return (
    <Page title={t('money.kyc.title')} lead={t('own.identity.lead')}>
      {session.isLoggedIn && store.check?.state === 'confirmed' ? (
        <Confirmed />
      ) : session.isLoggedIn ? (
        <PageColumns split="main" main={<Check store={store} />} side={<Tips store={store} />} />
      ) : (
        <GuestState illustration={emptyArt.kyc} title={t('own.identity.guest')} />
      )}
    </Page>
  )
})

/** What becomes of what is given. */
const Tips = observer(function Tips({ store }: { store: IdentityStore }) {
  const { t } = useTranslation()
  if (!store.check) return null
  return (
    <Card as="section" className={styles.tips}>
      <PrivacyTip>{t('money.kyc.tip')}</PrivacyTip>
      <PrivacyTip>{t('money.kyc.private')}</PrivacyTip>
    </Card>
  )
})

const Check = observer(function Check({ store }: { store: IdentityStore }) {
  const { t } = useTranslation()
  const root = useStores()
  const { check } = store
  if (store.state === 'failed')
    return (
      <ErrorState
        illustration={emptyArt.offline}
        text={t('own.identity.failed')}
        retryLabel={t('actions.retry')}
        onRetry={() => void store.load()}
      />
    )
  if (!check)
    return (
      <PageLoading label={t('status.loading')}>
        <Skeleton height="3.4rem" radius="l" />
      </PageLoading>
    )
  const begin = (label: string) => (
    <Button
      variant="primary"
      size="l"
      full
      onClick={() => root.overlays.open('editBank', { next: 'identity' })}
    >
      {label}
    </Button>
  )
  if (check.state === 'pictures') return <PicturesCard store={store} />
  return (
    <Card as="section">
      {check.state === 'none' && (
        <EmptyState
          compact
          illustration={emptyArt.kyc}
          title={t('own.identity.noneYet')}
          text={t(check.asksPictures ? 'own.identity.needs' : 'own.identity.needsForm')}
          action={begin(t('own.identity.begin'))}
        />
      )}
      {check.state === 'waiting' && (
        <EmptyState
          compact
          illustration={emptyArt.records}
          title={t('money.kyc.reviewTitle')}
          text={t('money.kyc.reviewText')}
        />
      )}
      {check.state === 'refused' && (
        <EmptyState
          compact
          illustration={emptyArt.closed}
          title={t('own.identity.refused')}
          text={t(`own.identity.refusals.${check.refusal ?? 'other'}`)}
          action={
            <>
              {begin(t('own.identity.repeat'))}
              <Button variant="ghost" full onClick={() => root.overlays.open('support')}>
                {t('own.identity.help')}
              </Button>
            </>
          }
        />
      )}
    </Card>
  )
})

/** There is nothing left to give: no second column. */
const Confirmed = observer(function Confirmed() {
  const { t } = useTranslation()
  const root = useStores()
  return (
    <EmptyState
      illustration={emptyArt.success}
      title={t('own.identity.passed')}
      text={t('own.identity.passedText')}
      action={
        <Button variant="primary" size="l" onClick={() => root.openDeposit()}>
          {t('accountMenu.deposit')}
        </Button>
      }
    />
  )
})
