import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { isAlive } from '#server/db/dataFolder.ts'
import { copyCluster } from '../../scripts/preparedCluster.ts'
import { descendantsOf } from '../../scripts/machine/processes.ts'

// It starts a server with its database, which is slow on a loaded machine.
vi.setConfig({ testTimeout: 120_000 })

it('SIGTERM to `npm run serve` ends everything that it has started', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palpite-serve-'))
  await copyCluster(inject('preparedCluster'), folder)
  const npm = spawn('npm', ['run', 'serve'], {
    env: { ...process.env, PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(npm, 'exit')
  await expect.poll(() => output, { timeout: 90_000 }).toContain('Palpite is ready at')
  const started = descendantsOf(npm.pid ?? 0)
  expect(started.some(({ command }) => command.includes('dist-server/server.js'))).toBe(true)
  expect(started.some(({ command }) => command.includes('postgres'))).toBe(true)
  npm.kill('SIGTERM')
  await ended
  const left = () => started.filter(({ pid }) => isAlive(pid))
  onTestFinished(async () => {
    for (const { pid } of left()) process.kill(pid, 'SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  await expect.poll(() => left().map(({ command }) => command), { timeout: 20_000 }).toEqual([])
})
