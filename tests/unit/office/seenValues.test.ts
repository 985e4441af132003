import { describe, expect, it } from 'vitest'
import { playerCalls, type Player } from '#contract/office/players.ts'
import { terminalCalls, type TerminalRow } from '#contract/office/terminals.ts'
import { terminalActions } from '#office/pages/terminals/terminalParts.tsx'
import { playerActions } from '#office/pages/players/playerActions.tsx'

const changeStatus = playerActions.find(({ call }) => call === playerCalls.changeStatus)
const player = (state: Pick<Player, 'status' | 'statusReason'>) => ({ id: 'p', ...state }) as Player

describe('why an account is blocked, which its player reads', () => {
  it('is chosen by a person: the form begins without it', () => {
    const field = changeStatus?.fields?.find(({ name }) => name === 'statusReason')
    expect(field).toMatchObject({ isUnset: true })
    expect(field?.isOptional).toBeUndefined()
    expect(changeStatus?.first?.(player({ status: 'active', statusReason: null }))).toEqual({
      status: 'suspended',
      statusReason: '',
    })
    const values = { status: 'suspended', statusReason: '', until: '', reason: 'what staff read' }
    expect(changeStatus?.request(player({ status: 'active', statusReason: null }), values)).toMatchObject({
      body: { status: 'suspended', statusReason: null },
    })
  })

  it('stays as it is where a suspension is changed', () => {
    expect(changeStatus?.first?.(player({ status: 'suspended', statusReason: 'security' }))).toMatchObject({
      statusReason: 'security',
    })
  })

  it('says what it began with, so that it does not replace what somebody else has decided meanwhile', () => {
    const closed = { id: 'p', status: 'closed', statusReason: 'terms', until: null } as Player
    const values = { status: 'active', statusReason: 'terms', until: '', reason: 'what staff read' }
    expect(changeStatus?.request(closed, values)).toMatchObject({
      body: { status: 'active', seen: { status: 'closed', statusReason: 'terms', until: null } },
    })
  })
})

it('the configuration of a terminal says what it began with', () => {
  const configure = terminalActions.find(({ call }) => call === terminalCalls.configure)
  const row = { id: 't', config: { volume: 40 } } as TerminalRow
  expect(configure?.request(row, { reason: '', 'config.volume': '10' })).toEqual({
    params: { id: 't' },
    body: { config: { volume: 10 }, seen: { volume: 40 } },
  })
})
