import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { StartMask } from '../overlays/startMask/StartMask.tsx'
import { PromptStore } from '../stores/PromptStore.ts'
import { useFeature, useStores } from '../stores/useStores.ts'
import { matchRoute } from './routeTable.ts'

/** What comes up by itself (spec §2): a chunk of its own, as it has nothing to do with the first paint. */
export const PromptHost = observer(function PromptHost() {
  const { overlays } = useStores()
  const { pathname } = useLocation()
  const prompts = useFeature((root) => new PromptStore(root))
  useEffect(() => prompts.start(), [prompts])
  useEffect(
    () => prompts.moveTo(pathname, matchRoute(pathname)?.entry.gameCode !== undefined),
    [prompts, pathname],
  )
  if (!prompts.isMaskShown || overlays.current) return null
  return <StartMask onOpen={() => prompts.openCheckIn()} onClose={() => prompts.closeMask()} />
})
