import { randomUUID } from 'node:crypto'
import { makePlayers } from '../players.ts'
import type { Program } from '../programs.ts'
import type { Nodes } from './Nodes.ts'

/** A bet that is decided at once, and one that lasts for three calls. `roundId` is that of the call before. */
const calls: readonly { path: string; bodyOf: (roundId: string) => object }[] = [
  { path: '/api/app/game/limbo/bet', bodyOf: () => ({ amount: 1, target: 2 }) },
  { path: '/api/app/game/mines/bet', bodyOf: () => ({ amount: 1, mineCount: 1 }) },
  { path: '/api/app/game/mines/open', bodyOf: (roundId) => ({ roundId, tile: 0 }) },
  { path: '/api/app/game/mines/cashOut', bodyOf: (roundId) => ({ roundId }) },
]

/**
 * Makes the calls of a bet while the coordinator logs its plans. Prints each statement that went to several nodes, and
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
  const plans = await nodes.coordinator.watchPlans(play)
  const wide = new Set<string>()
  let narrow = 0
  for (const plan of plans) {
    const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count))
    const isOfPlayers = tasks.length > 0
    if (isOfPlayers && tasks.every((count) => count === 1)) narrow++
    else if (isOfPlayers) wide.add(queryOf(plan))
  }
  console.log(`${narrow} statements of ${calls.length} calls went to one node, ${wide.size} to several`)
  for (const query of wide) console.log(`  several nodes: ${query}`)
  return wide.size
}

function queryOf(plan: string): string {
  const text = /Query Text: ([^]*?)\n\S*(?:Custom Scan|Insert|Limit|Sort|Aggregate)/.exec(plan)?.[1] ?? plan
  return text.replaceAll(/\s+/g, ' ').slice(0, 300)
}
