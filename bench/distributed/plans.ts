import { randomUUID } from 'node:crypto'
import { makePlayers } from '../players.ts'
import { withoutJobs } from './jobs.ts'
import type { Program } from '../programs.ts'
import type { Nodes } from '../../scripts/citus/Nodes.ts'

/** A bet that is decided at once, and one that lasts for three calls. `roundId` is that of the call before. */
const calls: readonly { path: string; bodyOf: (roundId: string) => object }[] = [
  { path: '/api/app/game/limbo/bet', bodyOf: () => ({ amount: 1, target: 2 }) },
  { path: '/api/app/game/mines/bet', bodyOf: () => ({ amount: 1, mineCount: 1 }) },
  { path: '/api/app/game/mines/open', bodyOf: (roundId) => ({ roundId, tile: 0 }) },
  { path: '/api/app/game/mines/cashOut', bodyOf: (roundId) => ({ roundId }) },
]

/** Work that every server looks for without a lease, and that is no call's. */
const lookedFor = 'from exports where state = '

/**
 * Makes the calls of a bet while the coordinator logs what it sends. Prints each statement that went to several nodes, and
 * returns their number.
 */
export async function reportPlans(nodes: Nodes, server: Program): Promise<number> {
  const [token = ''] = await makePlayers(server.url, 1)
  const play = async () => {
    let roundId = ''
    for (const { path, bodyOf } of calls) {
      const response = await fetch(server.url + path, {
        method: 'POST',
        headers: {
          Authorization: token,
          'Content-Type': 'application/json',
          'Idempotency-Key': randomUUID(),
        },
        body: JSON.stringify(bodyOf(roundId)),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
      roundId = (JSON.parse(text) as { data: { roundId: string } }).data.roundId
    }
  }
  // What a first call prepares is not part of the second.
  await play()
  const statements = await nodes.coordinator.asAdmin((admin) =>
    withoutJobs(admin, () => nodes.coordinator.watchStatements(play)),
  )
  const wide = new Set(
    statements
      .filter(({ text, ports }) => ports.size > 1 && text !== 'commit' && !text.includes(lookedFor))
      .map(({ text }) => text),
  )
  console.log(
    `${statements.length} statements of ${calls.length} calls were sent to nodes; to several: ${wide.size}`,
  )
  for (const text of wide) console.log(`  several nodes: ${text.slice(0, 300)}`)
  return wide.size
}
