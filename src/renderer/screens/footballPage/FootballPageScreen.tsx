import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { MatchesStore, sports, type Sport } from '../../stores/MatchesStore.ts'
import { useFeature, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, ChipRow } from '../../ui/Chip.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './FootballPageScreen.module.css'

/** /footballPage: the matches that the server has open, by sport. */
export const FootballPageScreen = observer(function FootballPageScreen() {
  const { t } = useTranslation()
  const { navigation, realtime } = useStores()
  const matches = useFeature((root) => new MatchesStore(root))
  const [sport, setSport] = useState<Sport>('football')
  const { reconnects } = realtime
  useEffect(() => void matches.load(), [matches, reconnects])
  const list = matches.of(sport)
  return (
    <div className={styles.screen}>
      <h1>{t('sports.title')}</h1>
      <ChipRow aria-label={t('sports.list')}>
        {sports.map((kind) => (
          <Chip key={kind} selected={kind === sport} onClick={() => setSport(kind)}>
            {t(`sports.kinds.${kind}`)}
          </Chip>
        ))}
      </ChipRow>
      {matches.state === 'loading' && <Skeleton height="2.4rem" />}
      {matches.state === 'failed' && (
        <ErrorState
          illustration={emptyArt.error}
          text={t('sports.failed')}
          retryLabel={t('actions.retry')}
          onRetry={() => void matches.load()}
        />
      )}
      {matches.state === 'ready' && list.length === 0 && (
        <EmptyState
          illustration={emptyArt.search}
          title={t('sports.board.emptyLive')}
          text={t('sports.board.emptyLiveText')}
          action={
            <Button variant="primary" onClick={() => navigation.go('/home?tab=originals')}>
              {t('sports.play')}
            </Button>
          }
        />
      )}
      {list.map((match) => (
        <ListRow
          key={match.matchId}
          title={`${match.home} × ${match.away}`}
          value={`${match.homeScore} : ${match.awayScore}`}
        />
      ))}
    </div>
  )
})
