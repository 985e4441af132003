import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sandboxTokenHeader } from '#contract/sandbox.ts'
import type { ServerConfig } from '../config/config.ts'
import { Refusal } from '../texts/refusal.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Of the page at /sandbox, which cannot add a header to the links that it opens. */
const cookieName = 'sandboxToken'

type Config = Pick<ServerConfig, 'sandboxToken'>

/**
 * QA's controls make money: with SANDBOX_TOKEN they are for those who know it, without one for this machine alone. Throws
 * `forbidden`, which names the header.
 */
export function refuseStrangers(request: FastifyRequest, { sandboxToken }: Config): void {
  if (sandboxToken === undefined) {
    if (isThisMachine(request.ip)) return
    throw refusal('a call from another machine needs a token: set SANDBOX_TOKEN')
  }
  const header = request.headers[sandboxTokenHeader.toLowerCase()]
  const given = typeof header === 'string' ? header : cookieOf(request)
  if (given === undefined || !isEqual(given, sandboxToken))
    throw refusal('must be the SANDBOX_TOKEN of the server')
}

/** `/sandbox?token=…` opens the page for a browser: its calls bring the token as a cookie. */
export function keepToken(request: FastifyRequest, reply: FastifyReply, { sandboxToken }: Config): void {
  const { token } = request.query as { token?: unknown }
  if (sandboxToken === undefined || typeof token !== 'string' || !isEqual(token, sandboxToken)) return
  reply.header(
    'Set-Cookie',
    `${cookieName}=${encodeURIComponent(token)}; Path=/sandbox; HttpOnly; SameSite=Strict`,
  )
}

function isThisMachine(ip: string): boolean {
  const bare = ip.replace(/^::ffff:/, '')
  return loopback.check(bare, bare.includes(':') ? 'ipv6' : 'ipv4')
}

function cookieOf({ headers: { cookie = '' } }: FastifyRequest): string | undefined {
  const value = new RegExp(`(?:^|; *)${cookieName}=([^;]*)`).exec(cookie)?.[1]
  return value === undefined ? undefined : decodeURIComponent(value)
}

function isEqual(given: string, expected: string): boolean {
  const [first, second] = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return first !== undefined && second !== undefined && timingSafeEqual(first, second)
}

function refusal(reason: string): Refusal {
  return new Refusal('forbidden', { data: { field: sandboxTokenHeader, reason } })
}
