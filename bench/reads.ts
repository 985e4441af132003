import { cpuOf, startLoad } from './load.ts'
import type { LoadTask } from './loadProcess.ts'
import { compare, median, type Comparison } from './pairs.ts'
import { makePlayers } from './players.ts'
import type { Program } from './programs.ts'

const clients = 16
const measureMs = 2000

/** `guest`: a header of callers without a login. */
const calls: { name: string; path: string; peerPath: string; guest?: string }[] = [
  { name: 'userInfo', path: '/api/app/user/userInfo', peerPath: '/userInfo' },
  { name: 'getBalance', path: '/api/app/user/getBalance', peerPath: '/getBalance' },
  { name: 'sports/overview', path: '/api/app/sports/overview', peerPath: '/overview', guest: 'Accept: */*' },
  {
    name: 'sports/matches, compressed',
    path: '/api/app/sports/matches?sport=football&when=upcoming',
    peerPath: '/matches',
    guest: 'Accept-Encoding: br',
  },
]

/** The requests that every page makes, against bare Fastify with the same queries. */
export async function benchReads(server: Program, bare: Program): Promise<Comparison[]> {
  const tokens = await makePlayers(server.url, clients)
  const task = (url: string, path: string, guest: string | undefined): LoadTask => ({
    kind: 'http',
    url,
    path,
    clients: tokens.map((token) => guest ?? `Authorization: ${token}`),
  })
  const rows: Comparison[] = []
  for (const { name, path, peerPath, guest } of calls) {
    const ours = await startLoad(task(server.url, path, guest))
    const peer = await startLoad(task(bare.url, peerPath, guest))
    const rate = async (load: typeof ours, pid: number, micros: number[]) => {
      const before = cpuOf([pid]) ?? NaN
      const { done, ms } = await load.run(measureMs)
      micros.push(((cpuOf([pid]) ?? NaN) - before) / done)
      return (done / ms) * 1000
    }
    const cpu: [number[], number[]] = [[], []]
    try {
      const about = { name, unit: 'per second', goal: { atLeast: 0.7 }, peerName: 'bare Fastify' }
      const comparison = await compare(
        about,
        () => rate(ours, server.pid, cpu[0]),
        () => rate(peer, bare.pid, cpu[1]),
      )
      const [micros, peerMicros] = cpu.map((values) => median(values).toFixed(0))
      rows.push({
        ...comparison,
        notes: [`CPU time, ${name}: server ${micros} µs, bare Fastify ${peerMicros} µs`],
      })
    } finally {
      await ours.stop()
      await peer.stop()
    }
  }
  return rows
}
