import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const name = 'browser'
const maxAgeSeconds = 400 * 24 * 3_600

/**
 * The id of the caller's browser, from a cookie that only this server reads; a browser without one gets it with the
 * reply, and one that has it keeps it for longer. The `deviceId` header cannot tell two phones of one model apart.
 */
export function browserIdOf(request: FastifyRequest, reply: FastifyReply): string {
  const known = new RegExp(`(?:^|; )${name}=([\\w-]{22})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]
  const id = known ?? randomBytes(16).toString('base64url')
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header(
    'Set-Cookie',
    `${name}=${id}; Path=/api; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`,
  )
  return id
}
