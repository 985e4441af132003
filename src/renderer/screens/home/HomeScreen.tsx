import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useStores } from '../../stores/useStores.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { BannerCarousel } from './banners/BannerCarousel.tsx'
import { CatalogueStore } from './catalogue/CatalogueStore.ts'
import styles from './HomeScreen.module.css'
import { Lobby } from './lobby/Lobby.tsx'
import { HomeFeedStore } from './pulse/HomeFeedStore.ts'
import { Pulse } from './pulse/Pulse.tsx'

const HomeEnd = lazy(async () => ({ default: (await import('./belowFold.ts')).HomeEnd }))

/**
 * /home: banners and big wins, the games, and cards about fairness, levels and help. It renders before any response
 * arrives.
 */
export const HomeScreen = observer(function HomeScreen() {
  const { t } = useTranslation()
  const catalogue = useStores().feature(CatalogueStore)
  const feed = useStores().feature(HomeFeedStore)
  const [isPaused, setPaused] = useState(false)
  const [areGamesDrawn, setGamesDrawn] = useState(false)
  const onGamesDrawn = useCallback(() => setGamesDrawn(true), [])
  const { session } = useStores()
  // No call to deposit while the player is in a pause.
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
      <Lobby catalogue={catalogue} onDrawn={onGamesDrawn} />
      {/* Before the games it would stand in view, and request the list of bets at once. */}
      {areGamesDrawn && (
        <Suspense>
          <HomeEnd />
        </Suspense>
      )}
    </div>
  )
})
