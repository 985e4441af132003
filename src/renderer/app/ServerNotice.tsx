import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { NoticeBar } from '../features/notices/NoticeBar.tsx'
import { NoticeStore } from '../features/notices/NoticeStore.ts'
import { useStores } from '../stores/useStores.ts'
import styles from './Banners.module.css'

/** The newest notice of the page, until the player closes it or its time is over. Games show it themselves. */
export const ServerNotice = observer(function ServerNotice() {
  const { pathname } = useLocation()
  const notices = useStores().feature(NoticeStore)
  useEffect(() => notices.start(), [notices])
  const notice = notices.on(pathname)
  return (
    notice && (
      <div className={styles.notice} key={notice.id}>
        <NoticeBar text={notice.text} onClose={() => notices.close(notice.id)} />
      </div>
    )
  )
})
