import Share2 from 'lucide-react/icons/share-2'
import Smartphone from 'lucide-react/icons/smartphone'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import type { Poster, PosterShape } from './drawPoster.ts'
import styles from './PosterButtons.module.css'
import { PosterSharing } from './sharePoster.ts'

/** Shares a poster for a feed or for a story. Nothing on a kiosk: what it saved would stay there. */
export const PosterButtons = observer(function PosterButtons({ poster }: { poster: Poster }) {
  const { t } = useTranslation()
  const root = useStores()
  const [sharing] = useState(() => new PosterSharing(root, { key: 'own.paper.failed' }))
  if (root.host.kiosk) return null
  const share = (shape: PosterShape) => void sharing.share(poster, shape)
  return (
    <div className={styles.buttons} role="group" aria-label={t('own.paper.share')}>
      <Button
        full
        icon={<Share2 aria-hidden />}
        loading={sharing.isBusy}
        aria-label={t('own.paper.share')}
        onClick={() => share('post')}
      >
        {t('own.paper.picture')}
      </Button>
      <Button icon={<Smartphone aria-hidden />} disabled={sharing.isBusy} onClick={() => share('story')}>
        {t('own.paper.story')}
      </Button>
    </div>
  )
})
