import type { FastifyReply, FastifyRequest } from 'fastify'

const name = 'office_session'

/** The token of the caller's session. */
export function sessionTokenOf(request: FastifyRequest): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]
}

/** Ends with the browser; null removes it. */
export function setSessionCookie(reply: FastifyReply, token: string | null, origin: string): void {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  const end = token === null ? '; Max-Age=0' : ''
  reply.header('Set-Cookie', `${name}=${token ?? ''}; Path=/; HttpOnly; SameSite=Strict${secure}${end}`)
}
