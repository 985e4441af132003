import { observable, runInAction } from 'mobx'
import type { Call } from '#contract/http/call.ts'
import { CallError } from '#contract/errors.ts'
import type { RootStore } from '#renderer/stores/RootStore.ts'

/** The parts of the root store that lobby stores use, with a server that responds by the call's path. */
export function createLobbyRoot({ hasToken = false, hotGames = undefined as unknown } = {}) {
  const responses = new Map<string, unknown>()
  const requests: { path: string; body: unknown; loading: boolean | undefined }[] = []
  const stored = new Map<string, unknown>([['hotGames', hotGames]])
  const opened: string[] = []
  const state = observable({ hasToken, playerId: '', code: 'pt_BR', reconnects: 0 })
  const root = {
    api: {
      async call(call: Call, request: { body?: unknown }, options: { loading?: boolean } = {}) {
        requests.push({ path: call.path, body: request.body, loading: options.loading })
        const response = await (typeof responses.get(call.path) === 'function'
          ? (responses.get(call.path) as () => unknown)()
          : responses.get(call.path))
        if (response === undefined) throw failure('network', call.path)
        if (response instanceof Error) throw response
        return response
      },
    },
    session: {
      get hasToken() {
        return state.hasToken
      },
      get player() {
        return state.playerId ? { id: state.playerId } : null
      },
    },
    language: {
      get code() {
        return state.code
      },
    },
    realtime: {
      get reconnects() {
        return state.reconnects
      },
    },
    storages: {
      session: {
        get: (key: string) => stored.get(key),
        set: (key: string, value: unknown) => void stored.set(key, value),
      },
    },
    requireLogin(run: () => void) {
      if (state.hasToken) run()
      else opened.push('login')
    },
  }
  return {
    root: root as unknown as RootStore,
    requests,
    stored,
    opened,
    respond: (path: string, value: unknown) => void responses.set(path, value),
    change: (values: Partial<typeof state>) => runInAction(() => Object.assign(state, values)),
  }
}

export function failure(kind: CallError['kind'], path = ''): CallError {
  return new CallError({ kind, httpStatus: kind === 'network' ? 0 : 400, status: 400, message: '', path })
}
