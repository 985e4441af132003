import type { RootStore } from '../../stores/RootStore.ts'
import { onSessionEnd } from '../../stores/sessionEnd.ts'

/**
 * The deposit order that the player has seen last, in whichever place: the same purchase after it is another one. Each place has
 * its own PaymentStore, which is new whenever it opens.
 */
export class LastOrder {
  id: string | undefined

  constructor(root: RootStore) {
    onSessionEnd(root, () => (this.id = undefined))
  }
}
