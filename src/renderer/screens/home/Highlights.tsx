import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useStores } from '../../stores/useStores.ts'
import { BannerCarousel } from './banners/BannerCarousel.tsx'
import { CatalogueStore } from './catalogue/CatalogueStore.ts'
import styles from './HomeScreen.module.css'
import { HomeFeedStore } from './HomeFeedStore.ts'
import { LiveTicker } from './ticker/LiveTicker.tsx'

/** Banners and big wins, which one button pauses. */
export const Highlights = observer(function Highlights({ banners }: Pick<HomeFeedStore, 'banners'>) {
  const root = useStores()
  const [isPaused, setPaused] = useState(false)
  return (
    <div className={styles.highlights}>
      {banners.length > 0 && <BannerCarousel banners={banners} isPaused={isPaused} onPause={setPaused} />}
      <LiveTicker
        feed={root.feature(HomeFeedStore)}
        catalogue={root.feature(CatalogueStore)}
        isPaused={isPaused}
      />
    </div>
  )
})
