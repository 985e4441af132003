import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

it('keeps a dated dump of each night for two weeks, and takes no half one for a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-backup-'))
  const backup = (command: string) =>
    spawnSync(resolve('deploy/backup.sh'), [folder, 'sh', '-c', command], { encoding: 'utf8' })
  const days = (name: string, age: number) => {
    const path = join(folder, name)
    writeFileSync(path, name)
    const at = Date.now() / 1000 - age * 86_400
    utimesSync(path, at, at)
  }
  try {
    days('palpite-2026-11-01T050000Z.dump', 16)
    days('palpite-2026-11-20T050000Z.dump', 3)
    days('mine.dump', 99)
    for (const broken of ['printf half; exit 1', 'true']) {
      expect(backup(broken).status).not.toBe(0)
      expect(readdirSync(folder).filter((name) => name.endsWith('.dump'))).toHaveLength(3)
    }
    const { status, stdout } = backup('printf whole')
    expect(status).toBe(0)
    const file = stdout.trim()
    expect(file).toMatch(/\/palpite-\d{4}-\d\d-\d\dT\d{6}Z\.dump$/)
    expect(readFileSync(file, 'utf8')).toBe('whole')
    // As secret as the database.
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(
      readdirSync(folder)
        .filter((name) => name.endsWith('.dump'))
        .sort(),
    ).toEqual(['mine.dump', 'palpite-2026-11-20T050000Z.dump', file.slice(folder.length + 1)].sort())
  } finally {
    rmSync(folder, { recursive: true })
  }
})
