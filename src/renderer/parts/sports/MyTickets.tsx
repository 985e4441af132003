import { observer } from 'mobx-react-lite'
import { useStores } from '../../stores/useStores.ts'

/** The player's bet slips, open and settled. */
export const MyTickets = observer(function MyTickets() {
  const { session } = useStores()
  return session.isLoggedIn ? <section /> : null
})
