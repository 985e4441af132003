import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Role } from '#contract/office/permissions.ts'
import type { ServerConfig } from '#server/config/config.ts'
import { buildOffice } from '#server/apps/officeApp.ts'
import type { Office } from '#server/office/endpoints/office.ts'
import { addSandboxStaff, sandboxStaff, sandboxStaffPassword } from '#server/office/identity/sandboxStaff.ts'
import { atEnd } from './atEnd.ts'
import { createTestApp, type TestApp } from './testApp.ts'

export const officeOrigin = 'https://office.test'

export interface OfficeResponse<Data = unknown> {
  status: number
  data: Data
  raw: Awaited<ReturnType<FastifyInstance['inject']>>
}

interface OfficeOptions {
  headers?: Record<string, string | undefined>
  /** Idempotency-Key; null sends none. A POST gets a new one when left out. */
  key?: string | null
  body?: object
}

/** A browser at the office: it keeps its cookie. */
export interface OfficeBrowser {
  cookie: string | undefined
  get<Data = unknown>(url: string, options?: OfficeOptions): Promise<OfficeResponse<Data>>
  post<Data = unknown>(url: string, body?: object, options?: OfficeOptions): Promise<OfficeResponse<Data>>
}

export interface TestOffice {
  product: TestApp
  office: Office
  /** A browser in which nobody is logged in. */
  browser(): OfficeBrowser
  /** A browser in which the sandbox's person of this role is logged in. */
  as(role: Role): Promise<OfficeBrowser>
  /** Another office with other settings on the same database. */
  configured(change: Partial<ServerConfig>): Promise<TestOffice>
}

/** The product's test server with the back office on the same database, without ports; `register` adds calls. */
export async function createTestOffice(
  env: Record<string, string> = {},
  register: (office: Office) => void = () => undefined,
): Promise<TestOffice> {
  const product = await createTestApp({ OFFICE_URL: officeOrigin, OFFICE_PORT: '0', ...env })
  await addSandboxStaff(product.deps)
  return officeOf(product, product.deps.config, register)
}

/** A back office with these settings beside a server. */
export async function officeOf(
  product: TestApp,
  config: ServerConfig,
  register: (office: Office) => void = () => undefined,
): Promise<TestOffice> {
  const office = await buildOffice({ ...product.deps, config })
  register(office)
  await office.app.ready()
  atEnd(() => office.app.close())
  const browser = () => newBrowser(office)
  return {
    product,
    office,
    browser,
    async as(role) {
      const person = sandboxStaff.find((each) => each.role === role)
      const opened = browser()
      const { status, data } = await opened.post('/api/session/login', {
        email: person?.email,
        password: sandboxStaffPassword,
      })
      if (status !== 200) throw new Error(`${role} cannot log in: ${JSON.stringify(data)}`)
      return opened
    },
    configured: (change) => officeOf(product, { ...config, ...change }),
  }
}

function newBrowser({ app }: Office): OfficeBrowser {
  const call = async <Data>(
    method: 'GET' | 'POST',
    url: string,
    { headers = {}, key, body }: OfficeOptions,
  ): Promise<OfficeResponse<Data>> => {
    const sent = {
      'accept-language': 'en',
      host: 'office.test',
      origin: method === 'POST' ? officeOrigin : undefined,
      'idempotency-key': method === 'POST' && key !== null ? (key ?? randomUUID()) : undefined,
      cookie: self.cookie,
      ...headers,
    }
    const raw = await app.inject({
      method,
      url,
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
      ...(body === undefined ? {} : { payload: body }),
    })
    const set = [raw.headers['set-cookie'] ?? []].flat().at(-1)
    if (set !== undefined) self.cookie = set.split(';')[0]
    const isJson = String(raw.headers['content-type']).startsWith('application/json')
    return { status: raw.statusCode, data: (isJson ? raw.json() : raw.payload) as Data, raw }
  }
  const self: OfficeBrowser = {
    cookie: undefined,
    get: (url, options = {}) => call('GET', url, options),
    post: (url, body = {}, options = {}) => call('POST', url, { ...options, body }),
  }
  return self
}
