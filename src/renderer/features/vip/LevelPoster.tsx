import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { VIP_MAX_LEVEL } from '#contract/rules/vip.ts'
import { PosterButtons } from '../poster/PosterButtons.tsx'

/** The player's level as a poster: when it is reached, and some time after. */
export const LevelPoster = observer(function LevelPoster({ level }: { level: number }) {
  const { t } = useTranslation()
  return (
    <PosterButtons
      poster={{
        headline: t('own.paper.level'),
        amount: String(level),
        chain:
          level < VIP_MAX_LEVEL ? t('own.paper.levelNext', { level: level + 1 }) : t('own.paper.levelTop'),
        rows: [],
        foot: t('own.paper.adults'),
        url: location.origin,
        factor: level,
      }}
    />
  )
})
