import { startLoad } from './load.ts'
import type { LoadTask } from './loadProcess.ts'
import { compare, type Comparison } from './pairs.ts'
import { makePlayers } from './players.ts'
import type { Program } from './programs.ts'

const clients = 16
const measureMs = 2000

const calls = [
  { name: 'userInfo', path: '/api/app/user/userInfo', peerPath: '/userInfo' },
  { name: 'getBalance', path: '/api/app/user/getBalance', peerPath: '/getBalance' },
]

/** The requests that every page makes, against bare Fastify with the same queries. */
export async function benchReads(server: Program, bare: Program): Promise<Comparison[]> {
  const tokens = await makePlayers(server.url, clients)
  const task = (url: string, path: string): LoadTask => ({
    kind: 'http',
    url,
    path,
    clients: tokens.map((token) => `Authorization: ${token}`),
  })
  const rows: Comparison[] = []
  for (const { name, path, peerPath } of calls) {
    const [ours, peer] = [await startLoad(task(server.url, path)), await startLoad(task(bare.url, peerPath))]
    const rate = async (load: typeof ours) => {
      const { done, ms } = await load.run(measureMs)
      return (done / ms) * 1000
    }
    try {
      const about = { name, unit: 'per second', goal: { atLeast: 0.7 }, peerName: 'bare Fastify' }
      rows.push(
        await compare(
          about,
          () => rate(ours),
          () => rate(peer),
        ),
      )
    } finally {
      await ours.stop()
      await peer.stop()
    }
  }
  return rows
}
