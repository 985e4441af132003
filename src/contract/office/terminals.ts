import type { RemoteConfig, TerminalHealth } from '../terminal.ts'
import { officeCall, officeListCall } from './officeCall.ts'

export const terminalStates = ['new', 'online', 'offline', 'revoked'] as const
/** `new`: never enrolled; `offline`: it has missed some calls. */
export type TerminalState = (typeof terminalStates)[number]

export interface TerminalRow {
  id: string
  name: string
  state: TerminalState
  isInService: boolean
  /** It follows the newest orders. */
  isUpToDate: boolean
  lastSeenAt: string | null
  health: TerminalHealth | null
  config: RemoteConfig
  /** When the last screenshot was taken; it is kept for some minutes. */
  screenshotAt: string | null
  /** The newest crashes of its processes. */
  crashes: { id: string; crashedAt: string; version: string }[]
}

/** Enrols a terminal within a quarter of an hour; shown once. */
export interface EnrolmentCode {
  id: string
  code: string
  expiresAt: string
}

export interface TerminalFilter {
  /** A part of the name. */
  q?: string
  state?: TerminalState
}

type ById = { params: { id: string } }
type WithReason = ById & { body: { reason: string } }
const change = { permission: 'terminals.change', kind: 'action' } as const

export const terminalCalls = {
  list: officeListCall<TerminalRow, TerminalFilter>()({
    name: 'terminals.list',
    path: '/api/terminals',
    permission: 'terminals.read',
    sorts: ['name', 'lastSeenAt'],
    order: 'asc',
  }),
  get: officeCall<ById, TerminalRow>({
    name: 'terminals.get',
    path: '/api/terminals/{id}',
    permission: 'terminals.read',
    kind: 'read',
  }),
  /** The last screenshot: base64 of a JPEG. Refused with `notFound` when there is none. */
  picture: officeCall<ById, { image: string }>({
    name: 'terminals.picture',
    path: '/api/terminals/{id}/picture',
    permission: 'terminals.read',
    kind: 'read',
  }),
  /** A gzipped minidump, as base64: it may have data of customers. */
  crash: officeCall<ById & { query: { crash: string } }, { dump: string }>({
    name: 'terminals.crash',
    path: '/api/terminals/{id}/crash',
    permission: 'terminals.change',
    kind: 'read',
    isAudited: true,
  }),
  create: officeCall<{ body: { name: string } }, EnrolmentCode>({
    name: 'terminals.create',
    path: '/api/terminals/create',
    ...change,
  }),
  /** Codes before it end. An enrolled terminal keeps its key until the code is used. */
  issueCode: officeCall<ById, EnrolmentCode>({
    name: 'terminals.issueCode',
    path: '/api/terminals/{id}/issue-code',
    ...change,
  }),
  restart: officeCall<ById, TerminalRow>({
    name: 'terminals.restart',
    path: '/api/terminals/{id}/restart',
    ...change,
  }),
  /** The terminal takes it when nobody uses it. */
  screenshot: officeCall<ById, TerminalRow>({
    name: 'terminals.screenshot',
    path: '/api/terminals/{id}/screenshot',
    ...change,
  }),
  outOfService: officeCall<WithReason, TerminalRow>({
    name: 'terminals.outOfService',
    path: '/api/terminals/{id}/out-of-service',
    ...change,
  }),
  inService: officeCall<ById, TerminalRow>({
    name: 'terminals.inService',
    path: '/api/terminals/{id}/in-service',
    ...change,
  }),
  /** What is left out stays as the terminal's own file has it. Refused (`conflict`) where it is not any more what was `seen`. */
  configure: officeCall<ById & { body: { config: RemoteConfig; seen?: RemoteConfig } }, TerminalRow>({
    name: 'terminals.configure',
    path: '/api/terminals/{id}/configure',
    ...change,
  }),
  /** Ends the sessions that were opened on it. It is refused until it is enrolled with a new code. */
  revoke: officeCall<WithReason, TerminalRow>({
    name: 'terminals.revoke',
    path: '/api/terminals/{id}/revoke',
    ...change,
  }),
}
