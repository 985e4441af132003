import axios, { type AxiosInstance } from 'axios'

/** Electron's `net.fetch`, or that of one of its sessions. */
export type NetFetch = (request: Request, init?: RequestInit) => Promise<Response>

export interface HttpClientOptions {
  /** Absent: the page's own server, by axios's adapter for browsers. */
  net?: {
    fetch: NetFetch
    serverUrl: string
  }
  timeoutMs: number
  /** The largest response, in bytes. */
  maxResponseBytes?: number
}

/**
 * The HTTP client of both hosts. In Electron's main process it uses `net`, and with it the system's proxy and certificates;
 * it then sends no cookies and refuses redirects: a request is meant for its server alone.
 */
export function createHttpClient({ net, timeoutMs, maxResponseBytes }: HttpClientOptions): AxiosInstance {
  const client = axios.create({ timeout: timeoutMs, maxContentLength: maxResponseBytes ?? -1 })
  if (!net) return client
  const { fetch, serverUrl } = net
  Object.assign(client.defaults, {
    baseURL: serverUrl,
    adapter: 'fetch',
    env: { fetch },
    withCredentials: false,
    fetchOptions: { redirect: 'error' },
  })
  // Chromium's own stays.
  client.defaults.headers.common['User-Agent'] = false
  return client
}
