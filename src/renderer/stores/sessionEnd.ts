import { reaction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import type { RootStore } from './RootStore.ts'

type Root = Pick<RootStore, 'session'>

/**
 * Runs it when a session ends, also when another one takes its place: nothing of one player is shown to the next. Once for each: a
 * late refusal of the same session ends nothing more. Returns how to stop.
 */
export function onSessionEnd({ session }: Root, forget: () => void): () => void {
  return reaction(
    () => ({ ended: session.endedSessions, isThere: session.hasToken }),
    (now, before) => {
      if (before.isThere && now.ended !== before.ended) forget()
    },
  )
}

/** Returns whether the session of now has ended since. */
export function watchSession({ session }: Root): () => boolean {
  const before = session.endedSessions
  return () => session.endedSessions !== before
}

/** The response to a call. Throws where the session of the call has ended meanwhile. */
export async function inSession<Response>(root: Root, sent: Promise<Response>): Promise<Response> {
  const isOver = watchSession(root)
  const response = await sent
  if (isOver()) throw new CallError({ kind: 'loggedOut', httpStatus: 0, status: 0, message: '', path: '' })
  return response
}
