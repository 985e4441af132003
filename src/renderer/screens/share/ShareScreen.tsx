import Copy from 'lucide-react/icons/copy'
import Share2 from 'lucide-react/icons/share-2'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadError } from '../../features/rewards/LoadError.tsx'
import { TeamLevels } from '../../features/referrals/TeamLevels.tsx'
import { PosterButtons } from '../../features/poster/PosterButtons.tsx'
import { useOwnStore } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageColumns } from '../../ui/PageColumns.tsx'
import { PageLoading } from '../../ui/PageLoading.tsx'
import { PageSection } from '../../ui/PageSection.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { InvitedList } from './InvitedList.tsx'
import styles from './ShareScreen.module.css'
import { ShareStore } from './ShareStore.ts'

/** /share: the invitation link as text and QR code, the three levels, and the invited players. */
export const ShareScreen = observer(function ShareScreen() {
  const { t } = useTranslation()
  const store = useOwnStore((root) => new ShareStore(root))
  useEffect(() => store.start(), [store])
  return (
    <Page title={t('loyalty.share.title')} lead={t('loyalty.share.lead')}>
      <Content store={store} />
    </Page>
  )
})

const Content = observer(function Content({ store }: { store: ShareStore }) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const { overview, state } = store.agent
  // When the clipboard refuses, the link is focused and thereby selected for copying by hand.
  const share = async (isDone: Promise<boolean>) => {
    if (!(await isDone)) field.current?.focus()
  }
  if (state === 'failed') return <LoadError onRetry={() => store.agent.load()} />
  if (!overview) {
    return (
      <PageLoading label={t('status.loading')}>
        <Skeleton height="4.62rem" radius="l" />
        <Skeleton height="1.12rem" radius="l" />
        <Skeleton height="1.12rem" radius="l" />
        <Skeleton height="1.12rem" radius="l" />
      </PageLoading>
    )
  }
  return (
    <PageColumns
      main={
        <section className={styles.card} aria-label={t('loyalty.share.link')}>
          <div className={styles.qr}>
            {store.qr ? (
              <QrCode matrix={store.qr} label={t('loyalty.share.qr')} />
            ) : (
              <Skeleton height="100%" />
            )}
          </div>
          <p className={styles.code}>
            <span>{t('loyalty.share.code')}</span> <b>{overview.inviteCode}</b>
          </p>
          <TextField
            ref={field}
            label={t('loyalty.share.link')}
            value={store.link}
            readOnly
            onFocus={(event) => event.target.select()}
          />
          <div className={styles.actions}>
            <Button
              variant="primary"
              size="l"
              full
              icon={<Share2 aria-hidden />}
              onClick={() =>
                void share(
                  store.share({ title: t('loyalty.share.shareTitle'), text: t('loyalty.share.shareText') }),
                )
              }
            >
              {t('loyalty.share.share')}
            </Button>
            <Button size="l" full icon={<Copy aria-hidden />} onClick={() => void share(store.copy())}>
              {t('loyalty.share.copy')}
            </Button>
            <PosterButtons
              poster={{
                headline: t('own.paper.invite'),
                amount: overview.inviteCode,
                chain: t('own.paper.inviteText'),
                rows: [],
                foot: t('own.paper.adults'),
                url: store.link,
                factor: 0,
              }}
            />
          </div>
        </section>
      }
      side={
        <>
          <PageSection
            title={t('loyalty.share.levels')}
            aside={<LinkButton to="/agentJl">{t('loyalty.share.toAgent')}</LinkButton>}
          >
            <TeamLevels overview={overview} />
          </PageSection>
          <InvitedList store={store.invited} />
        </>
      }
    />
  )
})
