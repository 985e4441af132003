import { ipcMain, type BrowserWindow } from 'electron'
import * as v from 'valibot'
import { ipcSchemas } from '#contract/ipc.schema.ts'
import type { IpcEventName, IpcEvents, IpcRequestName, IpcRequests } from '#contract/ipc.ts'
import { isTrustedSender, type SenderFrame } from './security/sender.ts'

/** The handler of each request of the bridge; none may be missing. */
export type IpcHandlers = {
  [Name in IpcRequestName]: (
    ...args: IpcRequests[Name]['args']
  ) => Promise<IpcRequests[Name]['result']> | IpcRequests[Name]['result']
}

export interface Caller {
  /** The renderer's origin. */
  origin: string
  /** The main window: the page of a window that it replaces can no longer call. */
  window(): BrowserWindow | null
}

/** The only way from the renderer into main: checks the sender, then the schema, then calls the handler. */
export function registerIpc(handlers: IpcHandlers, caller: Caller): void {
  for (const name of Object.keys(ipcSchemas) as IpcRequestName[]) {
    ipcMain.handle(name, (event, ...args: unknown[]) => {
      const isCurrent = event.sender === caller.window()?.webContents
      return handleCall(name, isCurrent ? event.senderFrame : null, args, handlers, caller.origin)
    })
  }
}

/** Refuses by throwing: the caller's promise rejects, and the log contains the reason. */
async function handleCall<Name extends IpcRequestName>(
  name: Name,
  sender: SenderFrame | null,
  args: unknown[],
  handlers: IpcHandlers,
  origin: string,
): Promise<IpcRequests[Name]['result']> {
  if (!isTrustedSender(sender, origin)) {
    console.warn('refused: bridge call from another page', name)
    throw new Error('refused')
  }
  const parsed = v.safeParse(ipcSchemas[name], args)
  if (!parsed.success) {
    // Log the path only: values may contain passwords.
    const fields = parsed.issues.map((issue) => v.getDotPath(issue) ?? '').join(', ')
    console.warn('refused: bridge call with invalid arguments', name, fields)
    throw new Error('refused')
  }
  const handler = handlers[name] as (...args: unknown[]) => Promise<IpcRequests[Name]['result']>
  return handler(...(parsed.output as unknown[]))
}

export type EmitToRenderer = <Name extends IpcEventName>(name: Name, payload: IpcEvents[Name]) => void

/** Sends events to the renderer; they are dropped while there is none (closing, or another page). */
export function createEmitter(window: () => BrowserWindow | null, origin: string): EmitToRenderer {
  return (name, payload) => {
    const target = window()
    if (target === null || target.isDestroyed()) return
    if (isTrustedSender(target.webContents.mainFrame, origin)) target.webContents.send(name, payload)
  }
}
