import { observer } from 'mobx-react-lite'
import { Fragment, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useStores } from '../../../stores/useStores.ts'
import { FairCard } from '../cards/FairCard.tsx'
import { HowItWorks } from '../cards/HowItWorks.tsx'
import { PausedCard } from '../cards/PausedCard.tsx'
import { RegisterCard } from '../cards/RegisterCard.tsx'
import { ClubCard, InviteCard } from '../cards/Teasers.tsx'
import { VipCard } from '../cards/VipCard.tsx'
import type { HomeFeedStore } from '../pulse/HomeFeedStore.ts'
import type { CatalogueStore, LobbyTab } from './CatalogueStore.ts'
import { ContinueStrip } from './ContinueStrip.tsx'
import { GameGrid } from './GameGrid.tsx'
import { GridSkeleton } from './GridSkeleton.tsx'
import { LiveStrip } from './LiveStrip.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import { PlayerHighlights } from './PlayerHighlights.tsx'
import { RecentRow } from './RecentRow.tsx'
import { SectionHead } from './SectionHead.tsx'

interface AllGamesProps {
  catalogue: CatalogueStore
  onSeeAll: (tab: LobbyTab) => void
  /** Banners and big wins, which stand below a player's first games. */
  Highlights: ComponentType<Pick<HomeFeedStore, 'banners'>>
}

/** The tab "all": unfinished rounds, each kind of game, and other cards between them. */
export const AllGames = observer(function AllGames({ catalogue, onSeeAll, Highlights }: AllGamesProps) {
  const { isLoggedIn, isPaused } = useStores().session
  // The skeleton stands alone: the cards below would move when the games arrive.
  if (catalogue.state === 'loading') return <GridSkeleton />
  const highlights = isLoggedIn && <PlayerHighlights Highlights={Highlights} />
  const card = isPaused ? <PausedCard /> : isLoggedIn ? <VipCard /> : <RegisterCard />
  return (
    <>
      {catalogue.state === 'ready' ? (
        <Sections catalogue={catalogue} onSeeAll={onSeeAll} highlights={highlights} card={card} />
      ) : (
        <>
          <LoadFailed catalogue={catalogue} />
          {highlights}
          {card}
        </>
      )}
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

type SectionsProps = Omit<AllGamesProps, 'Highlights'> & Record<'highlights' | 'card', ReactNode>

const Sections = observer(function Sections(props: SectionsProps) {
  const { catalogue, onSeeAll, highlights, card } = props
  const { t } = useTranslation()
  return (
    <>
      <ContinueStrip catalogue={catalogue} />
      <RecentRow catalogue={catalogue} />
      {catalogue.sections.map(({ tab, games, total }, at) => (
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
          {at === 0 && (
            <>
              <LiveStrip catalogue={catalogue} />
              {highlights}
              {card}
            </>
          )}
        </Fragment>
      ))}
      {catalogue.sections.length === 0 && (
        <>
          {highlights}
          {card}
        </>
      )}
    </>
  )
})
