import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
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
  const place = useRef<HTMLDivElement>(null)
  const id = notice?.id
  // What stays in view below the top bar stays below the notice too (ui/tokens.css).
  useEffect(() => {
    const { style } = document.documentElement
    const bar = place.current?.firstElementChild
    const sizes = new ResizeObserver(() =>
      style.setProperty('--notice', `${bar?.getBoundingClientRect().height ?? 0}px`),
    )
    if (bar) sizes.observe(bar)
    return () => {
      sizes.disconnect()
      style.removeProperty('--notice')
    }
  }, [id])
  return (
    notice && (
      <div ref={place} className={styles.notice} key={notice.id}>
        <NoticeBar text={notice.text} onClose={() => notices.close(notice.id)} />
      </div>
    )
  )
})
