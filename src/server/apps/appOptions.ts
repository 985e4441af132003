import type { AppDeps } from '../deps.ts'
import { httpOptions } from '../http/httpOptions.ts'
import { respondToUndecodableUrl, respondToUnparsable } from '../http/plugins/errors.ts'

/** What the server of every origin has in common; `bodyLimit` in bytes. */
export function appOptions(deps: Pick<AppDeps, 'config' | 'log'>, bodyLimit: number) {
  return {
    bodyLimit,
    ...httpOptions(deps.config),
    routerOptions: { ignoreTrailingSlash: true },
    clientErrorHandler: respondToUnparsable,
    frameworkErrors: respondToUndecodableUrl,
    loggerInstance: deps.log,
  }
}
