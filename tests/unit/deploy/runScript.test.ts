import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('gives a program the settings as systemd reads them, whatever they mean to a shell', () => {
  const root = mkdtempSync(join(tmpdir(), 'run-script-'))
  const database = 'postgres://a:p$x;y@127.0.0.1/house?sslmode=require&application_name=a b'
  const settings = [
    '# a comment',
    '; another',
    '',
    `DATABASE_URL=${database}`,
    'MAIL_FROM="House <no-reply@house.example>"',
    `SMTP_URL='smtp://u:$(exit 3)\`exit 4\`@mail'`,
    'NODE_ENV=development',
    'EMPTY=',
    'LAST=no newline',
  ]
  mkdirSync(join(root, 'deploy/machine'), { recursive: true })
  mkdirSync(join(root, 'shims'))
  writeFileSync(join(root, 'settings.env'), settings.join('\n'))
  const script = readFileSync('deploy/machine/run.sh', 'utf8')
  const copy = join(root, 'deploy/machine/run.sh')
  writeFileSync(join(root, 'owner.env'), 'DATABASE_OWNER_URL=postgres://owner:p@127.0.0.1/house\n')
  const local = script
    .replace('/etc/palpite/palpite.env', join(root, 'settings.env'))
    .replace('/etc/palpite/owner.env', join(root, 'owner.env'))
  writeFileSync(copy, local)
  writeFileSync(join(root, 'shims/setpriv'), '#!/bin/sh\nprintf "%s\\n" "$@"\nprintf "\\n"\nexec env\n', {
    mode: 0o755,
  })
  const run = (...args: string[]) =>
    execFileSync('sh', [copy, ...args], {
      encoding: 'utf8',
      env: { PATH: `${join(root, 'shims')}:${process.env['PATH']}` },
    })
  const output = run('staff', 'create', 'Ana Maria')
  // Whoever migrates, and nobody else.
  expect(output).not.toContain('DATABASE_OWNER_URL')
  expect(run('migrate')).toContain('DATABASE_OWNER_URL=postgres://owner:p@127.0.0.1/house\n')
  rmSync(root, { recursive: true })
  const [command = '', environment = ''] = output.split('\n\n')
  expect(command.split('\n').slice(-4)).toEqual(['node', 'dist-server/staff.js', 'create', 'Ana Maria'])
  expect(environment.split('\n')).toEqual(
    expect.arrayContaining([
      `DATABASE_URL=${database}`,
      'MAIL_FROM=House <no-reply@house.example>',
      'SMTP_URL=smtp://u:$(exit 3)`exit 4`@mail',
      'NODE_ENV=production',
      'EMPTY=',
      'LAST=no newline',
    ]),
  )
})
