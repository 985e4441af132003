import { officeCall } from './officeCall.ts'

export interface ReleaseOverview {
  /** What the server offers to its terminals; null: nothing. */
  release: {
    version: string
    /** When its files were put there. */
    at: string
    files: { architecture: string; sizeBytes: number }[]
  } | null
  /** How many enrolled terminals run which version, the most first; null: those that never called. */
  versions: { version: string | null; terminals: number }[]
}

export const releaseCalls = {
  get: officeCall<object, ReleaseOverview>({
    name: 'releases.get',
    path: '/api/releases',
    permission: 'releases.read',
    kind: 'read',
  }),
}
