import { webContents, WebContentsView, type WebContents } from 'electron'
import { reasonOf } from '../reasonOf.ts'

export type Command = readonly [method: string, params: object]

/** What is done with a page and with each of its frames that has a process of its own. */
export interface PageWatcher {
  /** Sent before the frame runs a script. */
  commands(isPage: boolean): readonly Command[]
  onEvent(session: string, method: string, params: unknown): void
  onGone(session: string): void
}

interface Target {
  targetId: string
}

const followFrames: Command = [
  'Target.setAutoAttach',
  // A frame waits until it has had its commands.
  { autoAttach: true, waitForDebuggerOnStart: true, flatten: true, filter: [{ type: 'iframe' }] },
]

/**
 * The debugger's protocol, for what no header, preference or event of Electron does in the frames of foreign pages. It is
 * spoken by web contents that load nothing and have no process: the debugger of the page itself disconnects a test driver
 * whenever a frame appears (Electron 33).
 */
export class PageProtocol {
  readonly #speaker = new WebContentsView()
  readonly #bySession = new Map<string, PageWatcher>()
  readonly #byTarget = new Map<string, PageWatcher>()

  constructor() {
    const protocol = this.#speaker.webContents.debugger
    protocol.attach('1.3')
    protocol.on('message', (_event, method: string, params: unknown, session: string) => {
      this.#receive(session, method, params)
    })
    protocol.on('detach', (_event, reason) => console.info('the debugger protocol ended:', reason))
  }

  /** Resolves with the page's session when its commands are on their way: a page without a process gets them with its first document. */
  async watch(contents: WebContents, watcher: PageWatcher): Promise<string> {
    const { targetInfos } = (await this.send(undefined, 'Target.getTargets', {
      filter: [{ type: 'page' }],
    })) as { targetInfos: Target[] }
    const target = targetInfos.find(({ targetId }) => webContents.fromDevToolsTargetId(targetId) === contents)
    if (target === undefined) throw new Error('a page without a debugging target')
    const { targetId } = target
    this.#byTarget.set(targetId, watcher)
    contents.once('destroyed', () => this.#byTarget.delete(targetId))
    const attach = { targetId, flatten: true }
    const { sessionId } = (await this.send(undefined, 'Target.attachToTarget', attach)) as {
      sessionId: string
    }
    this.#prepare(sessionId, watcher, true)
    return sessionId
  }

  async send(session: string | undefined, method: string, params: object): Promise<unknown> {
    return (await this.#speaker.webContents.debugger.sendCommand(method, params, session)) as unknown
  }

  #receive(session: string, method: string, params: unknown): void {
    if (method === 'Target.attachedToTarget') return this.#attached(session, params as Attached)
    if (method === 'Target.detachedFromTarget') {
      const { sessionId } = params as { sessionId: string }
      this.#bySession.get(sessionId)?.onGone(sessionId)
      this.#bySession.delete(sessionId)
      return
    }
    this.#bySession.get(session)?.onEvent(session, method, params)
  }

  /** A frame belongs to the watcher of the page that it is in. */
  #attached(parent: string, { sessionId, targetInfo }: Attached): void {
    const ofPage = this.#byTarget.get(targetInfo.targetId)
    const watcher = ofPage ?? this.#bySession.get(parent)
    if (watcher === undefined) return
    this.#bySession.set(sessionId, watcher)
    if (ofPage === undefined) this.#prepare(sessionId, watcher, false)
  }

  #prepare(session: string, watcher: PageWatcher, isPage: boolean): void {
    this.#command(session, watcher, isPage).catch((error: unknown) => {
      // It is gone. A frame that is still there goes on waiting.
      console.info('a page was not prepared:', reasonOf(error))
    })
  }

  async #command(session: string, watcher: PageWatcher, isPage: boolean): Promise<void> {
    const commands = [...watcher.commands(isPage), followFrames]
    await Promise.all(commands.map(([method, params]) => this.send(session, method, params)))
    // Sent together with the others, it would be lost.
    await this.send(session, 'Runtime.runIfWaitingForDebugger', {})
  }
}

interface Attached {
  sessionId: string
  targetInfo: Target
}
