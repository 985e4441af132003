import { post } from './call.ts'

/** Ends this session. The only call about sessions that the first view may need. */
export const logoutCall = post<{ body: Record<string, never> }, null>('/api/app/user/logout')
