import type { Part } from './parts.ts'
import { auditPart, vitestPart } from './testParts.ts'

/** What needs no build, no browser and no database: `npm run check`. The longest come first. */
export function checkParts(): Part[] {
  return [
    { name: 'types', command: 'npx', args: ['tsc', '-b', '--checkers', '1'] },
    vitestPart('unit'),
    { name: 'lint', command: 'npm', args: ['run', '--silent', 'lint'] },
    { name: 'styles', command: 'npm', args: ['run', '--silent', 'lint:styles'] },
    { name: 'migrations', command: 'npm', args: ['run', '--silent', 'lint:migrations'] },
    { name: 'deps', command: 'npm', args: ['run', '--silent', 'deps'] },
    { name: 'unused', command: 'npm', args: ['run', '--silent', 'unused'] },
    { name: 'licences', command: 'npm', args: ['run', '--silent', 'licences'] },
    auditPart(),
    { name: 'format', command: 'npm', args: ['run', '--silent', 'format:check'] },
  ]
}
