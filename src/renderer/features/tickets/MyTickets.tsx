import { lazy, Suspense } from 'react'
import { TicketSkeletons } from './TicketSkeletons.tsx'

/** A separate chunk, so that the board does not wait for it. */
const TicketsView = lazy(async () => ({ default: (await import('./TicketsView.tsx')).TicketsView }))

/** The player's tickets, open and settled. */
export function MyTickets() {
  return (
    <Suspense fallback={<TicketSkeletons />}>
      <TicketsView />
    </Suspense>
  )
}
