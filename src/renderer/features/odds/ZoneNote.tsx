import { observer } from 'mobx-react-lite'
import { zoneNote } from '#contract/houseTime.ts'
import { useStores } from '../../stores/useStores.ts'

/** Which clock the kick-offs of a page are by, on a device in another time zone. */
export const ZoneNote = observer(function ZoneNote({ className }: { className?: string | undefined }) {
  const { clock, language } = useStores()
  const note = zoneNote(new Date(clock.now()), language.selected)
  return note !== null && <p className={className}>{note}</p>
})
