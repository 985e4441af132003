import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { catalogueOf } from '../../stores/CatalogueStore.ts'
import { homeFeedOf } from '../../stores/HomeFeedStore.ts'
import { useFeature, useStores } from '../../stores/useStores.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { BannerCarousel } from './BannerCarousel.tsx'
import styles from './HomeScreen.module.css'
import { Lobby } from './Lobby.tsx'
import { Pulse } from './Pulse.tsx'

const HomeFooter = lazy(async () => ({ default: (await import('./belowFold.ts')).HomeFooter }))

/** /home: what is on, what to play, and what the house stands for. Drawn before any answer is there. */
export const HomeScreen = observer(function HomeScreen() {
  const { t } = useTranslation()
  const catalogue = useFeature(catalogueOf)
  const feed = useFeature(homeFeedOf)
  const [isPaused, setPaused] = useState(false)
  const { session } = useStores()
  // No call to deposit for who is in a pause.
  const banners = session.isPaused ? feed.banners.filter(({ id }) => id !== 'deposit') : feed.banners
  useEffect(() => catalogue.start(), [catalogue])
  useEffect(() => feed.start(), [feed])
  return (
    <div className={styles.screen}>
      <VisuallyHidden>
        <h1>{t('home.title')}</h1>
      </VisuallyHidden>
      <BannerCarousel banners={banners} isPaused={isPaused} onPause={setPaused} />
      <Pulse feed={feed} catalogue={catalogue} isPaused={isPaused} />
      <Lobby catalogue={catalogue} />
      {catalogue.state !== 'loading' && (
        <Suspense>
          <HomeFooter />
        </Suspense>
      )}
    </div>
  )
})
