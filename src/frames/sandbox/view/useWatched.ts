import { useEffect, useState } from 'react'
import type { SandboxCall, SandboxData, SandboxInput } from '#contract/sandbox.ts'
import { SandboxError } from '../SandboxApi.ts'
import { usePage } from './Page.ts'

const everyMs = 3_000

export interface Watched<Data> {
  /** The last that came, also while the server does not answer. */
  data?: Data
  /** Why the last call failed; it is made again. */
  error?: SandboxError
}

/** What a call returns: at once, after each change that this page makes, and every few seconds while the page is seen. */
export function useWatched<Name extends SandboxCall>(
  name: Name,
  ...input: SandboxInput<Name>
): Watched<SandboxData<Name>> {
  const { api } = usePage()
  const [watched, setWatched] = useState<{ key: string } & Watched<SandboxData<Name>>>()
  const key = JSON.stringify([name, ...input])
  useEffect(() => {
    // Only the newest answer counts: an older one may come after it.
    let newest = 0
    let isOver = false
    const read = () => {
      const own = ++newest
      const take = (result: Watched<SandboxData<Name>>) => {
        if (isOver || own !== newest) return
        setWatched((before) => ({ ...(before?.key === key ? before : {}), error: undefined, ...result, key }))
      }
      api.call(name, ...input).then(
        (data) => take({ data }),
        (error: unknown) => {
          if (!(error instanceof SandboxError)) throw error
          take({ error })
        },
      )
    }
    const readIfSeen = () => {
      if (!document.hidden) read()
    }
    read()
    const timer = setInterval(readIfSeen, everyMs)
    const unwatch = api.watch(read)
    document.addEventListener('visibilitychange', readIfSeen)
    return () => {
      isOver = true
      clearInterval(timer)
      unwatch()
      document.removeEventListener('visibilitychange', readIfSeen)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the name and the input
  }, [api, key])
  return watched?.key === key ? watched : {}
}
