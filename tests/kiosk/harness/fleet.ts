import type { TerminalHealth } from '#contract/terminal.ts'

/** The operator's list of terminals. */
interface Listed {
  id: string
  state: string
  isUpToDate: boolean
  inService: boolean
  health: TerminalHealth | null
  screenshotAt: string | null
  crashes: { id: string; version: string }[]
}

/** A new terminal in the operator's list. */
export async function createTerminal(serverUrl: string) {
  const control = async <Data>(method: 'GET' | 'POST', path: string, body?: object): Promise<Data> => {
    const response = await fetch(`${serverUrl}/sandbox/api/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return ((await response.json()) as { data: Data }).data
  }
  const { terminalId, code } = await control<{ terminalId: string; code: string }>('POST', 'terminals', {
    name: 'Balcão',
  })
  return {
    terminalId,
    code,
    record: async () => (await control<Listed[]>('GET', 'terminals')).find(({ id }) => id === terminalId),
    order: (command: string, fields: object = {}) =>
      control('POST', `terminals/${terminalId}`, { command, ...fields }),
  }
}
