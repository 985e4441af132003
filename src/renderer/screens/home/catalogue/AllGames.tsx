import { observer } from 'mobx-react-lite'
import { Fragment, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../../stores/useStores.ts'
import { useIsWide } from '../../../ui/useIsWide.ts'
import { FairCard } from '../cards/FairCard.tsx'
import { HowItWorks } from '../cards/HowItWorks.tsx'
import { PausedCard } from '../cards/PausedCard.tsx'
import { RegisterCard } from '../cards/RegisterCard.tsx'
import { ClubCard, InviteCard } from '../cards/Teasers.tsx'
import { VipCard } from '../cards/VipCard.tsx'
import type { HomeFeedStore } from '../HomeFeedStore.ts'
import type { CatalogueStore, LobbyTab } from './CatalogueStore.ts'
import { ContinueStrip } from './ContinueStrip.tsx'
import { GameGrid } from './GameGrid.tsx'
import { GridSkeleton } from './GridSkeleton.tsx'
import { LiveStrip } from './LiveStrip.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import { lobbySections, wideLobbyRows } from './lobbySections.ts'
import { PlayerHighlights } from './PlayerHighlights.tsx'
import { RecentRow } from './RecentRow.tsx'
import { SectionHead } from './SectionHead.tsx'

interface AllGamesProps {
  catalogue: CatalogueStore
  /** False: still the skeleton. */
  areGamesDue: boolean
  /** How many of its parts are shown: the first games, with what stands above them; what follows; each further section; the cards. */
  parts: number
  onSeeAll: (tab: LobbyTab) => void
  /** Banners and big wins, which stand below a player's first games. */
  Highlights: ComponentType<Pick<HomeFeedStore, 'banners'>>
}

/** The number of parts of the tab "all" (`parts` below). */
export function partsOfAll(catalogue: CatalogueStore): number {
  return lobbySections(catalogue).length + 2
}

/** The tab "all": unfinished rounds, each kind of game, and other cards between them. */
export const AllGames = observer(function AllGames(props: AllGamesProps) {
  const { catalogue, areGamesDue, parts, onSeeAll, Highlights } = props
  const { isLoggedIn, isPaused } = useStores().session
  // The skeleton stands alone: the cards below would move when the games arrive.
  if (catalogue.state === 'loading' || !areGamesDue) return <GridSkeleton />
  const highlights = isLoggedIn && <PlayerHighlights Highlights={Highlights} />
  const card = isPaused ? <PausedCard /> : isLoggedIn ? <VipCard /> : <RegisterCard />
  return (
    <>
      {catalogue.state === 'ready' ? (
        <Sections
          catalogue={catalogue}
          parts={parts}
          onSeeAll={onSeeAll}
          highlights={highlights}
          card={card}
        />
      ) : (
        <>
          <LoadFailed catalogue={catalogue} />
          {highlights}
          {card}
        </>
      )}
      {parts >= partsOfAll(catalogue) && <Cards />}
    </>
  )
})

/** What follows the games of every kind. */
const Cards = observer(function Cards() {
  const { isLoggedIn, isPaused } = useStores().session
  return (
    <>
      <FairCard />
      {isLoggedIn ? (
        !isPaused && <InviteCard />
      ) : (
        <>
          <HowItWorks />
          <ClubCard />
        </>
      )}
    </>
  )
})

type SectionsProps = Omit<AllGamesProps, 'Highlights' | 'areGamesDue'> &
  Record<'highlights' | 'card', ReactNode>

const Sections = observer(function Sections(props: SectionsProps) {
  const { catalogue, parts, onSeeAll, highlights, card } = props
  const { t } = useTranslation()
  const isWide = useIsWide()
  // A desktop shows all games at once: each stands there once, those played last first in their row.
  const sections = isWide ? wideLobbyRows(catalogue) : lobbySections(catalogue)
  // The games that come before anything else: of one kind on a phone, of the house's own two on a desktop.
  const lastFirst = isWide ? Math.min(1, sections.length - 1) : 0
  return (
    <>
      <ContinueStrip catalogue={catalogue} />
      {!isWide && <RecentRow catalogue={catalogue} />}
      {sections.slice(0, isWide ? parts : Math.max(1, parts - 1)).map(({ tab, games, total }, at) => (
        <Fragment key={tab}>
          <section aria-labelledby={`section-${tab}`}>
            <SectionHead
              id={`section-${tab}`}
              title={t(`home.tabs.${tab}`)}
              action={total > 1 ? t('actions.seeAll') : undefined}
              onAction={() => onSeeAll(tab)}
            />
            <GameGrid games={games} catalogue={catalogue} eager={at === 0} />
          </section>
          {at === lastFirst && parts > at + 1 && (
            <>
              <LiveStrip catalogue={catalogue} />
              {highlights}
              {card}
            </>
          )}
        </Fragment>
      ))}
      {sections.length === 0 && (
        <>
          {highlights}
          {card}
        </>
      )}
    </>
  )
})
