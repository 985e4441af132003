import { existsSync, readFileSync } from 'node:fs'
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
