import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { Game } from '#contract/http/game.ts'
import { emptyArt } from '../../../assets/emptyArt.ts'
import { useStores } from '../../../stores/useStores.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { CatalogueStore } from './CatalogueStore.ts'
import { GameGrid } from './GameGrid.tsx'
import { GridSkeleton } from './GridSkeleton.tsx'
import { LoadFailed } from './LoadFailed.tsx'

interface SearchResultsProps {
  catalogue: CatalogueStore
  /** null while there is no catalogue to search. */
  found: Game[] | null
  onClear: () => void
}

/** The games that match the search; without any, suggestions of other games. */
export const SearchResults = observer(function SearchResults(props: SearchResultsProps) {
  const { catalogue, found, onClear } = props
  const { t } = useTranslation()
  const root = useStores()
  if (!found) {
    return catalogue.state === 'failed' ? (
      <LoadFailed catalogue={catalogue} />
    ) : (
      <GridSkeleton headed={false} />
    )
  }
  if (found.length > 0) return <GameGrid games={found} catalogue={catalogue} eager />
  return (
    <>
      <EmptyState
        compact
        illustration={emptyArt.search}
        title={t('home.search.none')}
        text={t('home.search.noneText')}
        action={
          <>
            <Button onClick={onClear}>{t('home.empty.favouritesAction')}</Button>{' '}
            <Button variant="ghost" onClick={() => root.openSupport()}>
              {t('support.title')}
            </Button>
          </>
        }
      />
      {catalogue.hot.length > 0 && <GameGrid games={catalogue.hot} catalogue={catalogue} />}
    </>
  )
})
