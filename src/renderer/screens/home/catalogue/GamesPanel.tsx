import { observer } from 'mobx-react-lite'
import {
  startTransition,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useState,
  type ComponentType,
} from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../lobby/Lobby.module.css'
import { afterPaint } from '../../../ui/afterPaint.ts'
import type { HomeFeedStore } from '../HomeFeedStore.ts'
import { AllGames, partsOfAll } from './AllGames.tsx'
import type { CatalogueStore, LobbyTab } from './CatalogueStore.ts'
import { searchGames, searchWords } from './searchGames.ts'
import { SearchResults } from './SearchResults.tsx'
import { TabGames } from './TabGames.tsx'

interface GamesPanelProps {
  catalogue: CatalogueStore
  tab: LobbyTab
  /** The search text; the tab shows when it is empty. */
  query: string
  onSeeAll: (tab: LobbyTab) => void
  onClear: () => void
  /** Called when the games, or the message that they failed to load, are in the page. */
  onDrawn: () => void
  /** Banners and big wins, which stand below a player's first games. */
  Highlights: ComponentType<Pick<HomeFeedStore, 'banners'>>
}

/** The games of the selected tab, or the search results. */
export const GamesPanel = observer(function GamesPanel(props: GamesPanelProps) {
  const { catalogue, tab, query, onSeeAll, onClear, onDrawn, Highlights } = props
  const { t } = useTranslation()
  const isLoaded = catalogue.state !== 'loading'
  const isDrawnAtOnce = isLoaded && catalogue.wasDrawn
  // In short tasks, and on a first visit the games before what is below them, part by part.
  const areGamesDue = useDeferredValue(isLoaded, isDrawnAtOnce)
  const [parts, setParts] = useState(isDrawnAtOnce ? Infinity : 1)
  const isWhole = areGamesDue && parts >= partsOfAll(catalogue)
  // Each part is painted before the next one renders: two of them in one frame are a long task.
  useEffect(() => {
    if (!areGamesDue || isWhole) return
    return afterPaint(() => startTransition(() => setParts(parts + 1)))
  }, [areGamesDue, isWhole, parts])
  // Before the browser paints: a page that is scrolled back to its end needs that end at once.
  useLayoutEffect(() => {
    if (!isWhole) return
    catalogue.wasDrawn = true
    onDrawn()
  }, [isWhole, catalogue, onDrawn])
  const found =
    query && catalogue.state === 'ready'
      ? searchGames(catalogue.gamesOf('all'), query, (game) => searchWords(game, t))
      : null
  return (
    <>
      <p aria-live="polite" className={found?.length ? styles.found : styles.silent}>
        {found &&
          (found.length > 0 ? t('home.search.found', { count: found.length }) : t('home.search.none'))}
      </p>
      {query ? (
        <SearchResults catalogue={catalogue} found={found} onClear={onClear} />
      ) : tab === 'all' ? (
        <AllGames
          catalogue={catalogue}
          areGamesDue={areGamesDue}
          parts={parts}
          onSeeAll={onSeeAll}
          Highlights={Highlights}
        />
      ) : (
        <TabGames catalogue={catalogue} tab={tab} onSeeAll={onSeeAll} />
      )}
    </>
  )
})
