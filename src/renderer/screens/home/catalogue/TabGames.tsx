import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../../assets/emptyArt.ts'
import { useStores } from '../../../stores/useStores.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { CatalogueStore, LobbyTab } from './CatalogueStore.ts'
import { GameGrid } from './GameGrid.tsx'
import { GridSkeleton } from './GridSkeleton.tsx'
import { LiveStrip } from './LiveStrip.tsx'
import { LoadFailed } from './LoadFailed.tsx'

interface TabGamesProps {
  catalogue: CatalogueStore
  tab: Exclude<LobbyTab, 'all'>
  onSeeAll: (tab: LobbyTab) => void
}

/** All games of one tab. */
export const TabGames = observer(function TabGames({ catalogue, tab, onSeeAll }: TabGamesProps) {
  const { session } = useStores()
  const games = catalogue.gamesOf(tab)
  if (tab === 'favourites' && !session.isLoggedIn) return <GuestFavourites />
  if (games.length === 0) {
    if (catalogue.state === 'loading') return <GridSkeleton headed={false} />
    if (catalogue.state === 'failed') return <LoadFailed catalogue={catalogue} />
    return <NothingHere tab={tab} onSeeAll={onSeeAll} />
  }
  return (
    <>
      {tab === 'sports' && <LiveStrip catalogue={catalogue} />}
      <GameGrid games={games} catalogue={catalogue} eager />
    </>
  )
})

function GuestFavourites() {
  const { t } = useTranslation()
  const { overlays } = useStores()
  return (
    <EmptyState
      illustration={emptyArt.favourites}
      title={t('home.empty.favourites')}
      text={t('home.empty.favouritesGuest')}
      action={
        <Button variant="primary" onClick={() => overlays.open('login')}>
          {t('home.empty.login')}
        </Button>
      }
    />
  )
}

function NothingHere({ tab, onSeeAll }: Pick<TabGamesProps, 'tab' | 'onSeeAll'>) {
  const { t } = useTranslation()
  const isFavourites = tab === 'favourites'
  return (
    <EmptyState
      illustration={isFavourites ? emptyArt.favourites : emptyArt.search}
      title={t(isFavourites ? 'home.empty.favourites' : 'home.empty.tab')}
      text={t(isFavourites ? 'home.empty.favouritesText' : 'home.empty.tabText')}
      action={<Button onClick={() => onSeeAll('all')}>{t('home.empty.favouritesAction')}</Button>}
    />
  )
}
