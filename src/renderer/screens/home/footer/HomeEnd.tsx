import { PublicBetsSection } from '../bets/PublicBetsSection.tsx'
import { HomeFooter } from './HomeFooter.tsx'

/** What follows the games. */
export function HomeEnd() {
  return (
    <>
      <PublicBetsSection />
      <HomeFooter />
    </>
  )
}
