import { lazy, Suspense } from 'react'
import { TicketSkeletons } from './TicketSkeletons.tsx'

/** A chunk of its own: the board is there before anybody looks at their bets. */
const TicketsView = lazy(async () => ({ default: (await import('./TicketsView.tsx')).TicketsView }))

/** The player's bet slips, open and settled. */
export function MyTickets() {
  return (
    <Suspense fallback={<TicketSkeletons />}>
      <TicketsView />
    </Suspense>
  )
}
