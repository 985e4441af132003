import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commandsOf } from '../../commandsOf.ts'

it.each(['machine.md', 'cluster.md'])(
  'the commands of %s name only files, scripts and programs that exist',
  (page) => {
    const text = commandsOf(page)
    // The first is a Deployment, the second what the reader has copied from an example.
    const others = ['deploy/palpite', 'deploy/.env']
    const files = [...text.matchAll(/\bdeploy\/[\w@./-]*\w/g)].map(([path]) => path)
    expect(new Set(files).size).toBeGreaterThan(5)
    for (const file of files) expect([file, others.includes(file) || existsSync(file)]).toEqual([file, true])
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>
    }
    for (const [, name = ''] of text.matchAll(/npm run ([\w:]+)/g))
      expect(Object.keys(scripts)).toContain(name)
    const programs = readFileSync('vite.server.config.ts', 'utf8')
    for (const [, name] of text.matchAll(/(?:run\.sh |dist-server\/)(\w+)/g))
      expect(programs).toContain(`${name}: resolve(`)
  },
)

it('the restart one by one on a machine ends at the first server that does not become ready', () => {
  const [loop = ''] = /^for i in 1 2 3; do\n.*?^done$/ms.exec(commandsOf('machine.md', 8)) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'palpite-restart-'))
  const restarted = (isReady: boolean) => {
    const shims = { sudo: 'echo "$@"', curl: `exit ${isReady ? 0 : 22}` }
    for (const [name, body] of Object.entries(shims))
      writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 })
    const env = { PATH: `${folder}:${process.env['PATH']}` }
    return execFileSync('sh', ['-c', loop], { encoding: 'utf8', env }).trim().split('\n')
  }
  try {
    expect(restarted(true)).toEqual([1, 2, 3].map((i) => `systemctl restart palpite@${i}`))
    expect(restarted(false)).toEqual(['systemctl restart palpite@1'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
