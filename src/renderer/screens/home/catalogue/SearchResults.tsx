import { observer } from 'mobx-react-lite'
import { useId } from 'react'
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
import { SectionHead } from './SectionHead.tsx'

interface SearchResultsProps {
  catalogue: CatalogueStore
  /** null while there is no catalogue to search. */
  found: Game[] | null
  onClear: () => void
}

/** After so few games found others follow: the list would end in the middle of the page. */
const few = 3

/** The games that match the search; without any, suggestions of other games. */
export const SearchResults = observer(function SearchResults(props: SearchResultsProps) {
  const { catalogue, found, onClear } = props
  const { t } = useTranslation()
  const root = useStores()
  const id = useId()
  if (!found) {
    return catalogue.state === 'failed' ? (
      <LoadFailed catalogue={catalogue} />
    ) : (
      <GridSkeleton headed={false} />
    )
  }
  if (found.length > 0) {
    const others = found.length > few ? [] : catalogue.hot.filter((game) => !found.includes(game))
    return (
      <>
        <GameGrid games={found} catalogue={catalogue} eager />
        {others.length > 0 && (
          <section aria-labelledby={id}>
            <SectionHead id={id} title={t('home.tabs.hot')} />
            <GameGrid games={others} catalogue={catalogue} />
          </section>
        )}
      </>
    )
  }
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
