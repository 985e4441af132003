import { ContactRound, UsersRound, type LucideIcon } from 'lucide-react'
import { playerCalls } from '#contract/office/players.ts'
import { staffCalls } from '#contract/office/staff.ts'
import type { Permission } from '#contract/office/permissions.ts'
import type { OfficeClient } from '../data/officeClient.ts'
import type { TextKey } from '../i18n/i18n.ts'

export interface Found {
  id: string
  label: string
  detail: string
  to: string
}

/** Records that the palette finds by a part of something, for those who may see them. */
export interface PaletteSource {
  name: string
  label: TextKey
  icon: LucideIcon
  permission: Permission
  find: (client: OfficeClient, typed: string, signal: AbortSignal) => Promise<Found[]>
}

const shown = 5

/** To add one: a list call with a filter for a part of something. */
export const paletteSources: readonly PaletteSource[] = [
  {
    name: 'players',
    label: 'pages.players',
    icon: ContactRound,
    permission: 'players.read',
    async find(client, typed, signal) {
      const { data } = await client.call(
        playerCalls.list,
        { query: { q: typed, perPage: shown } },
        { signal },
      )
      return data.map(({ id, name, email }) => ({ id, label: email, detail: name, to: `/players/${id}` }))
    },
  },
  {
    name: 'staff',
    label: 'pages.staff',
    icon: UsersRound,
    permission: staffCalls.list.permission === 'open' ? 'session.own' : staffCalls.list.permission,
    async find(client, typed, signal) {
      const { data } = await client.call(staffCalls.list, { query: { q: typed, perPage: shown } }, { signal })
      return data.map(({ id, name, email }) => ({ id, label: name, detail: email, to: `/staff/${id}` }))
    },
  },
]
