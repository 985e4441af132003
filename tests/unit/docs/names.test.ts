import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Names = Record<string, string[]>
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
const names = read('packages/qa/names.pt_BR.json') as Names
const released = read('packages/qa/names.released.json') as { version: string; names: Names }
const changelog = readFileSync('CHANGELOG.md', 'utf8')

/** `name (role)`, which the CHANGELOG must say of each name that a screen of the release has no more. */
function unnamed(before: Names, now: Names, unreleased: string): string[] {
  const gone = Object.entries(before).flatMap(([screen, list]) =>
    list.filter((name) => !now[screen]?.includes(name)).map((name) => ({ screen, name })),
  )
  return gone
    .filter(({ name }) => !unreleased.includes(`\`${name.slice(name.indexOf(' ') + 1)}\``))
    .map(({ screen, name }) => `${screen}: ${name}`)
}

const unreleased = /^## Unreleased\n([\s\S]*?)^## /m.exec(changelog)?.[1] ?? ''

describe('the names of the screens', () => {
  it('are those of the last release, or the CHANGELOG names what is gone, in backticks', () => {
    expect(Object.keys(names).length).toBeGreaterThan(50)
    expect(unnamed(released.names, names, unreleased)).toEqual([])
  })

  it('are compared with those of the last release (`npm run names -- release`)', () => {
    expect(released.version).toBe(/^## (\d+\.\d+\.\d+)/m.exec(changelog)?.[1])
  })

  it('cannot change in silence', () => {
    const before = { home: ['button Entrar', 'tab Jogo completo'] }
    const now = { home: ['button Entrar', 'tab Partida completa'] }
    expect(unnamed(before, now, '')).toEqual(['home: tab Jogo completo'])
    expect(unnamed(before, now, '- QA: the tab `Jogo completo` is `Partida completa`.')).toEqual([])
    expect(unnamed(before, {}, '')).toHaveLength(2)
  })
})
