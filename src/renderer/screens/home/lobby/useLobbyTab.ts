import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { lobbyTabs, type LobbyTab } from '../catalogue/CatalogueStore.ts'

export { lobbyTabs }

const parameter = 'tab'

/** The lobby's tab, held in the address: `/home?tab=slots`. Anything unknown is "all". */
export function useLobbyTab() {
  const [params, setParams] = useSearchParams()
  const tab = lobbyTabs.find((name) => name === params.get(parameter)) ?? 'all'
  const topRef = useRef<HTMLElement>(null)
  const panelRef = useRef<HTMLDivElement>(null)
  const shouldScroll = useRef(false)

  const change = (next: LobbyTab, replace: boolean) => {
    setParams(
      (current) => {
        const changed = new URLSearchParams(current)
        if (next === 'all') changed.delete(parameter)
        else changed.set(parameter, next)
        return changed
      },
      { replace, preventScrollReset: true },
    )
  }
  /** A tab was pressed: replaces the address, so that "back" does not step through tabs. */
  const choose = (next: LobbyTab) => change(next, true)
  /** "See all" was pressed. Its link disappears, so focus and scroll position move to the games. */
  const seeAll = (next: LobbyTab) => {
    shouldScroll.current = true
    change(next, false)
  }
  useEffect(() => {
    if (!shouldScroll.current) return
    shouldScroll.current = false
    topRef.current?.scrollIntoView({ block: 'start' })
    panelRef.current?.focus({ preventScroll: true })
  }, [tab])
  return { tab, choose, seeAll, topRef, panelRef }
}
