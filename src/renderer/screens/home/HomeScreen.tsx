import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/useStores.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { CatalogueStore } from './catalogue/CatalogueStore.ts'
import { Highlights } from './Highlights.tsx'
import styles from './HomeScreen.module.css'
import { Lobby } from './lobby/Lobby.tsx'
import { HomeFeedStore } from './HomeFeedStore.ts'

const HomeEnd = lazy(async () => ({ default: (await import('./belowFold.ts')).HomeEnd }))

/**
 * /home: banners and big wins, the games, and cards about fairness, levels and help. Players see the games first, because
 * they come to play. It renders before any response arrives.
 */
export const HomeScreen = observer(function HomeScreen() {
  const { t } = useTranslation()
  const root = useStores()
  const catalogue = root.feature(CatalogueStore)
  const feed = root.feature(HomeFeedStore)
  const [areGamesDrawn, setGamesDrawn] = useState(false)
  const onGamesDrawn = useCallback(() => setGamesDrawn(true), [])
  useEffect(() => catalogue.start(), [catalogue])
  useEffect(() => feed.start(), [feed])
  return (
    <div className={styles.screen}>
      <VisuallyHidden as="h1">{t('home.title')}</VisuallyHidden>
      {!root.session.isLoggedIn && <Highlights banners={feed.banners} />}
      <Lobby catalogue={catalogue} onDrawn={onGamesDrawn} Highlights={Highlights} />
      {/* Before the games it would stand in view, and request the list of bets at once. */}
      {areGamesDrawn && (
        <Suspense>
          <HomeEnd />
        </Suspense>
      )}
    </div>
  )
})
