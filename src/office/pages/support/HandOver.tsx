import { useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { supportCalls, type Chat } from '#contract/office/support.ts'
import { useOffice, useSession } from '../../data/context.ts'
import { defineAction, type Action } from '../../ui/actions/action.ts'
import { useActions } from '../../ui/actions/useActions.tsx'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'

/** Gives the conversation to somebody else who answers. */
export function HandOver({ chat, icon, resource }: { chat: Chat; icon: LucideIcon; resource: string }) {
  const { t } = useTranslation()
  const { client } = useOffice()
  const { state } = useSession()
  const runner = useActions<Chat>(resource)
  const people = useQuery({
    queryKey: ['support', 'people'],
    queryFn: ({ signal }) => client.call(supportCalls.people, {}, { signal }),
    staleTime: 60_000,
  })
  const others = (people.data?.list ?? []).filter(
    ({ id }) => id !== chat.assignedToId && !(state.stage === 'full' && id === state.person.id),
  )
  if (others.length === 0) return null
  const giveTo = (to: string): Action<Chat> =>
    defineAction<typeof supportCalls.handOver, Chat>({
      call: supportCalls.handOver,
      icon,
      reason: 'none',
      request: ({ id }) => ({ params: { id }, body: { to } }),
    })
  return (
    <>
      <Menu trigger={<Button icon={icon}>{t('calls.support.handOver')}</Button>}>
        {others.map(({ id, name }) => (
          <MenuItem key={id} onSelect={() => runner.start(giveTo(id), [{ row: chat, name }])}>
            {name}
          </MenuItem>
        ))}
      </Menu>
      {runner.dialog}
    </>
  )
}
