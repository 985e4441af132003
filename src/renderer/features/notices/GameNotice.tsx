import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useStores } from '../../stores/useStores.ts'
import { NoticeBar } from './NoticeBar.tsx'
import styles from './NoticeBar.module.css'
import { NoticeStore } from './NoticeStore.ts'

/** The notices of a game: above its field, in a place of their own, so that they cover no button. */
export const GameNotice = observer(function GameNotice() {
  const notices = useStores().feature(NoticeStore)
  useEffect(() => notices.enterGame(), [notices])
  return <ShownGameNotice />
})

/** The notice of the game that is open. */
export const ShownGameNotice = observer(function ShownGameNotice() {
  const notices = useStores().feature(NoticeStore)
  const notice = notices.inGame
  return (
    <div className={notice ? styles.inGame : undefined} aria-live="polite">
      {notice && <NoticeBar text={notice.text} onClose={() => notices.close(notice.id)} />}
    </div>
  )
})
