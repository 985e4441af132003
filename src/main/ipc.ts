import { ipcMain, type BrowserWindow } from 'electron'
import * as z from 'zod/mini'
import { ipcSchemas } from '#contract/ipc.schema.ts'
import type { IpcEventName, IpcEvents, IpcRequestName, IpcRequests } from '#contract/ipc.ts'
import { isTrustedSender, type SenderFrame } from './security/sender.ts'

/** What main does for each request of the bridge; every one must be there. */
export type IpcHandlers = {
  [Name in IpcRequestName]: (
    ...args: IpcRequests[Name]['args']
  ) => Promise<IpcRequests[Name]['result']> | IpcRequests[Name]['result']
}

/** The only door from the renderer into main: sender, then schema, then the handler. */
export function registerIpc(handlers: IpcHandlers, origin: string): void {
  // electron-store opens a channel of its own that asks nobody who is calling.
  ipcMain.removeAllListeners('electron-store-get-data')
  for (const name of Object.keys(ipcSchemas) as IpcRequestName[]) {
    ipcMain.handle(name, (event, ...args: unknown[]) =>
      answerCall(name, event.senderFrame, args, handlers, origin),
    )
  }
}

/** Refuses by throwing: the caller's promise rejects, and the log says which guard it was. */
export async function answerCall<Name extends IpcRequestName>(
  name: Name,
  sender: SenderFrame | null,
  args: unknown[],
  handlers: IpcHandlers,
  origin: string,
): Promise<IpcRequests[Name]['result']> {
  if (!isTrustedSender(sender, origin)) {
    console.warn('refused: bridge call of a foreign page', name)
    throw new Error('refused')
  }
  const parsed = z.safeParse(ipcSchemas[name], args)
  if (!parsed.success) {
    // Where, not what: arguments may carry passwords.
    const where = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')
    console.warn('refused: bridge call against its schema', name, where)
    throw new Error('refused')
  }
  const handler = handlers[name] as (...args: unknown[]) => Promise<IpcRequests[Name]['result']>
  return handler(...(parsed.data as unknown[]))
}

export type EmitToRenderer = <Name extends IpcEventName>(name: Name, payload: IpcEvents[Name]) => void

/** Events for the renderer; without one (it is closing, or another page is shown) they are dropped. */
export function createEmitter(window: () => BrowserWindow | null, origin: string): EmitToRenderer {
  return (name, payload) => {
    const target = window()
    if (target === null || target.isDestroyed()) return
    if (isTrustedSender(target.webContents.mainFrame, origin)) target.webContents.send(name, payload)
  }
}
