import { runInAction } from 'mobx'
import { ignoreCallError } from './SessionStore.ts'

/**
 * Runs one piece of work of a store at a time: while it runs, `isBusy` is true and nothing else starts. Returns whether
 * the work was done; a failed call has been shown by the request layer. Throws anything but a CallError.
 */
export async function runUnlessBusy(store: { isBusy: boolean }, work: () => Promise<void>): Promise<boolean> {
  if (store.isBusy) return false
  runInAction(() => (store.isBusy = true))
  try {
    await work()
    return true
  } catch (error) {
    ignoreCallError(error)
    return false
  } finally {
    runInAction(() => (store.isBusy = false))
  }
}
