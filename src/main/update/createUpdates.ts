import { app } from 'electron'
import { Installation } from './Installation.ts'
import { Updater, type UpdaterDeps } from './Updater.ts'

export interface UpdatesOptions extends Pick<UpdaterDeps, 'fetch' | 'serverUrl' | 'key'> {
  /** Nobody uses the terminal. */
  isFree(): boolean
  /** The next start is of another version. */
  onReady(version: string): void
}

export interface Updates {
  /** The server offers the release with this id. */
  offer(id: string): void
  /** Installs what was offered, once nobody uses the terminal. */
  work(): void
  /** The page has come up: this version is not broken. */
  pageCame(): void
}

/** A version is proven when its page has been up for this long. */
const provenMs = 10_000
/** A release that could not be installed is tried again after this time. */
const retryMs = 10 * 60_000

/** Null where the application cannot be replaced: without the operator's key, or not started by palpite-start.sh. */
export function createUpdates({ isFree, onReady, ...deps }: UpdatesOptions): Updates | null {
  const folder = process.env.PALPITE_INSTALL
  if (folder === undefined) return null
  const installation = new Installation(folder, app.getVersion())
  let proof: NodeJS.Timeout | undefined
  const pageCame = () => {
    proof ??= setTimeout(() => installation.endTrial(), provenMs)
  }
  if (deps.key === '') return { offer: () => undefined, work: () => undefined, pageCame }

  const updater = new Updater({ ...deps, installation, platform: `${process.platform}-${process.arch}` })
  let offered: string | null = null
  /** The offer that was tried last, and when to try it again. */
  let seen: { id: string | null; until: number } = { id: null, until: Infinity }
  let ready: string | null = null
  let isWorking = false
  const prepare = async () => {
    isWorking = true
    seen = { id: offered, until: Infinity }
    try {
      ready = await updater.prepare()
    } catch (error) {
      seen.until = performance.now() + retryMs
      console.error('palpite: no update:', error instanceof Error ? error.message : error)
    } finally {
      isWorking = false
    }
    work()
  }
  const work = () => {
    if (!isFree() || isWorking) return
    if (ready !== null) {
      const version = ready
      ready = null
      installation.use(version)
      onReady(version)
    } else if (offered !== seen.id || performance.now() >= seen.until) void prepare()
  }
  return { offer: (id) => (offered = id), work, pageCame }
}
