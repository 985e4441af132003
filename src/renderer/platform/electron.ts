import type { FrameField } from '#contract/frameField.ts'
import type { Bridge } from '#contract/ipc.ts'
import { timeZone } from './timeZone.ts'
import type { Platform } from './Platform.ts'

declare global {
  interface Window {
    /** Put there by the preload script; absent in a browser. */
    readonly bridge?: Bridge
  }
}

/** The Electron window: the main process holds token, connection and payment window; this passes calls on. */
export function createElectronPlatform(bridge: Bridge | undefined = window.bridge): Platform {
  if (bridge === undefined) throw new Error('no bridge: the preload script did not run')
  return {
    host: 'electron',
    start: () => bridge.invoke('host:info'),
    send: async (request) => {
      try {
        return await bridge.invoke('http:send', { ...request, timeZone: timeZone() })
      } catch (error) {
        // Main refused the call (its schema or its size). For the caller that is the same as no response.
        console.error('http:send refused', error)
        return { networkError: true, httpStatus: 0, body: null }
      }
    },
    clearSession: async () => {
      await bridge.invoke('session:clear')
    },
    onSessionChanged: (listener) => bridge.on('session:changed', ({ hasSession }) => listener(hasSession)),
    realtime: {
      connect: () => logFailure(bridge.invoke('realtime:connect')),
      disconnect: () => logFailure(bridge.invoke('realtime:disconnect')),
      offGame: (gameCode) => logFailure(bridge.invoke('realtime:offGame', { gameCode })),
      watchFeed: (watched) => logFailure(bridge.invoke('realtime:watchFeed', watched)),
      onEvent: (listener) => bridge.on('realtime:event', listener),
      onStatus: (listener) => bridge.on('realtime:status', listener),
    },
    payment: {
      kind: 'window',
      open: async (request) => {
        await bridge.invoke('payment:open', request)
      },
      close: () => logFailure(bridge.invoke('payment:close')),
      onClosed: (listener) => bridge.on('payment:closed', listener),
    },
    onService: (listener) => bridge.on('terminal:service', ({ inService }) => listener(inService)),
    onIdle: (listener) => bridge.on('customer:idle', ({ secondsLeft }) => listener(secondsLeft)),
    frames: {
      onField: (listener) => onFrameField(bridge, listener),
      type: (key) => logFailure(bridge.invoke('frame:type', key)),
      setFocused: (isFocused) => logFailure(bridge.invoke('frame:focused', isFocused)),
      onExit: (listener) => bridge.on('frame:exit', () => listener()),
      onScan: (listener) => bridge.on('scanner:read', ({ text }) => listener(text)),
    },

    download: async (path) => {
      try {
        return await bridge.invoke('export:download', path)
      } catch (error) {
        console.error('export:download refused', error)
        return false
      }
    },
    print: async (kind, id, language) => {
      try {
        return await bridge.invoke('receipt:print', { kind, id, language })
      } catch (error) {
        console.error('receipt:print refused', error)
        return 'failed'
      }
    },
    copyText: async (text) => {
      try {
        await bridge.invoke('clipboard:write', text)
        return true
      } catch (error) {
        console.error('clipboard:write refused', error)
        return false
      }
    },
  }
}

/** For calls whose outcome arrives as an event. */
function logFailure(call: Promise<null>): void {
  call.catch((error: unknown) => console.error('bridge call refused', error))
}

/** A page whose keyboard is loaded late also gets the field that had the focus before. */
function onFrameField(bridge: Bridge, listener: (field: FrameField | null) => void): () => void {
  let isCurrent = true
  const stop = bridge.on('frame:field', (field) => {
    isCurrent = false
    listener(field)
  })
  const read = async () => {
    const field = await bridge.invoke('frame:read')
    if (isCurrent && field) listener(field)
  }
  read().catch((error: unknown) => console.error('frame:read refused', error))
  return () => {
    isCurrent = false
    stop()
  }
}
