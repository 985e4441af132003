import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useDeferredValue, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Chip, ChipRow } from '../../../ui/Chip.tsx'
import { SearchBox } from '../../../ui/SearchBox.tsx'
import { useHydrated } from '../../../ui/useHydrated.ts'
import type { CatalogueStore } from '../catalogue/CatalogueStore.ts'
import { GridSkeleton } from '../catalogue/GridSkeleton.tsx'
import type { HomeFeedStore } from '../HomeFeedStore.ts'
import styles from './Lobby.module.css'
import { lobbyTabs, useLobbyTab } from './useLobbyTab.ts'

const GamesPanel = lazy(async () => ({ default: (await import('../belowFold.ts')).GamesPanel }))

interface LobbyProps {
  catalogue: CatalogueStore
  /** Called when the games, or the message that they failed to load, are in the page. */
  onDrawn: () => void
  /** Banners and big wins, which stand below a player's first games. */
  Highlights: ComponentType<Pick<HomeFeedStore, 'banners'>>
}

/** Search, tabs and their games. The tab is part of the address, so that "back" restores it. */
export const Lobby = observer(function Lobby({ catalogue, onDrawn, Highlights }: LobbyProps) {
  const { t } = useTranslation()
  const { tab, choose, seeAll, topRef, panelRef } = useLobbyTab()
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed).trim()
  const clear = () => setTyped('')
  const isHydrated = useHydrated()
  const skeleton = <GridSkeleton headed={tab === 'all'} />
  return (
    <section className={styles.lobby} aria-label={t('home.tabs.label')} ref={topRef}>
      <SearchBox
        label={t('home.search.label')}
        placeholder={t('home.search.placeholder')}
        clearLabel={t('home.search.clear')}
        value={typed}
        onChange={setTyped}
      />
      <ChipRow role="tablist" aria-label={t('home.tabs.label')}>
        {lobbyTabs.map((name) => (
          <Chip
            key={name}
            role="tab"
            id={`lobby-${name}`}
            aria-controls="lobby-games"
            selected={name === tab}
            tabIndex={name === tab ? 0 : -1}
            onClick={() => {
              clear()
              choose(name)
            }}
          >
            {t(`home.tabs.${name}`)}
          </Chip>
        ))}
      </ChipRow>
      <div
        role="tabpanel"
        id="lobby-games"
        aria-labelledby={`lobby-${tab}`}
        aria-busy={catalogue.state === 'loading'}
        tabIndex={-1}
        ref={panelRef}
        className={styles.panel}
      >
        <Suspense fallback={skeleton}>
          {isHydrated ? (
            <GamesPanel
              catalogue={catalogue}
              tab={tab}
              query={query}
              onSeeAll={seeAll}
              onClear={clear}
              onDrawn={onDrawn}
              Highlights={Highlights}
            />
          ) : (
            skeleton
          )}
        </Suspense>
      </div>
    </section>
  )
})
