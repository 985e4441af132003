import { join } from 'node:path'
import { app, session as sessions, type Session as PageSession } from 'electron'
import { serveApp } from './rendererProtocol.ts'
import { securityHeaders } from './security/csp.ts'
import { denyPermissions } from './security/permissions.ts'

const served = new Map<string, PageSession>()

/** A session in memory that serves one of our small pages, `out/<name>`, on the renderer's origin, and nothing else. */
export function ownPageSession(name: 'staff' | 'payment', origin: string): PageSession {
  const known = served.get(name)
  if (known) return known
  const pages = sessions.fromPartition(name, { cache: false })
  denyPermissions(pages)
  const root = join(app.getAppPath(), 'out', name)
  const bundle = Promise.resolve({ origin, root, headers: securityHeaders([]) })
  serveApp(pages.protocol, origin, bundle, () => Promise.resolve(new Response(null, { status: 404 })))
  served.set(name, pages)
  return pages
}
