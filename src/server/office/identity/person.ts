import type { OfficePerson } from '#contract/office/session.ts'
import { roles, type Role } from '#contract/office/permissions.ts'
import type { ServerConfig } from '../../config/config.ts'

export interface PersonRow {
  id: string
  name: string
  email: string
  role: string
}

export function toPerson({ id, name, email, role }: PersonRow): OfficePerson {
  return { id, name, email, role: toRole(role) }
}

export function toRole(text: string): Role {
  const role = roles.find((name) => name === text)
  if (!role) throw new Error(`unknown role: ${text}`)
  return role
}

export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Whether a person without a second factor may do no more than add one. */
export function needsSecondFactor({ sandbox }: Pick<ServerConfig, 'sandbox'>): boolean {
  return !sandbox
}
