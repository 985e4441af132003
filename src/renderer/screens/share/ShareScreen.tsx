import Copy from 'lucide-react/icons/copy'
import Share2 from 'lucide-react/icons/share-2'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed } from '../../parts/growth/Failed.tsx'
import page from '../../parts/growth/page.module.css'
import { TeamLevels } from '../../parts/growth/TeamLevels.tsx'
import { ShareStore } from '../../stores/ShareStore.ts'
import { useFeature } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { InvitedList } from './InvitedList.tsx'
import styles from './ShareScreen.module.css'

/** /share: the invitation link as text and QR code, the three levels, and who came. */
export const ShareScreen = observer(function ShareScreen() {
  const { t } = useTranslation()
  const store = useFeature((root) => new ShareStore(root))
  useEffect(() => store.start(), [store])
  return (
    <div className={page.page}>
      <header>
        <h1 className={page.title}>{t('growth.share.title')}</h1>
        <p className={page.lead}>{t('growth.share.lead')}</p>
      </header>
      <Content store={store} />
    </div>
  )
})

const Content = observer(function Content({ store }: { store: ShareStore }) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const { overview, state } = store.agent
  // A clipboard that refuses leaves the link selected, ready for the player's own copy.
  const offer = async (isDone: Promise<boolean>) => {
    if (!(await isDone)) field.current?.focus()
  }
  if (state === 'failed') return <Failed onRetry={() => store.agent.load()} />
  if (!overview) {
    return (
      <div role="status" aria-label={t('status.loading')} className={page.section}>
        <Skeleton height="4.62rem" radius="l" />
        <Skeleton height="1.12rem" radius="l" />
        <Skeleton height="1.12rem" radius="l" />
        <Skeleton height="1.12rem" radius="l" />
      </div>
    )
  }
  return (
    <>
      <section className={styles.card} aria-label={t('growth.share.link')}>
        <div className={styles.qr}>
          {store.qr ? <QrCode matrix={store.qr} label={t('growth.share.qr')} /> : <Skeleton height="100%" />}
        </div>
        <p className={styles.code}>
          {t('growth.share.code')} <b>{overview.inviteCode}</b>
        </p>
        <TextField
          ref={field}
          label={t('growth.share.link')}
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
              void offer(
                store.share({ title: t('growth.share.shareTitle'), text: t('growth.share.shareText') }),
              )
            }
          >
            {t('growth.share.share')}
          </Button>
          <Button size="l" full icon={<Copy aria-hidden />} onClick={() => void offer(store.copy())}>
            {t('growth.share.copy')}
          </Button>
        </div>
      </section>
      <section className={page.section} aria-labelledby="share-levels">
        <div className={page.head}>
          <h2 id="share-levels">{t('growth.share.levels')}</h2>
          <LinkButton to="/agentJl">{t('growth.share.toAgent')}</LinkButton>
        </div>
        <TeamLevels overview={overview} />
      </section>
      <InvitedList store={store.invited} />
    </>
  )
})
