import { observer } from 'mobx-react-lite'
import { slipOf } from '../../stores/sports/SlipStore.ts'
import { useStores } from '../../stores/useStores.ts'

/** The bet slip of /footballPage: a bar above the bottom bar, and the panel that it opens. */
export const SlipDock = observer(function SlipDock() {
  const slip = slipOf(useStores())
  return slip.legs.length > 0 ? <div hidden /> : null
})
