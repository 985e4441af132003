import type { ICruiseResult, IModule } from 'dependency-cruiser'

/** One line of totals, then a line for each folder: its modules, and the folders that it imports. */
export function reportOf({ modules, summary }: ICruiseResult): string {
  const ours = modules.filter(({ source }) => isOurs(source))
  const imports = ours.flatMap(({ dependencies }) => dependencies)
  const circles = summary.violations.filter(({ type }) => type === 'cycle')
  const totals = [
    `${ours.length} modules`,
    `${imports.length} imports`,
    `circles: ${circles.length}`,
    `forbidden imports: ${summary.violations.length - circles.length}`,
  ]
  return [totals.join(', '), '', ...folderLines(ours), ''].join('\n')
}

/** Each violation as the rule's name, the import, and what to do instead. */
export function violationsOf({ summary }: ICruiseResult): string[] {
  const comments = new Map((summary.ruleSetUsed?.forbidden ?? []).map(({ name, comment }) => [name, comment]))
  return summary.violations.map(({ rule, from, to, cycle }) => {
    const path = cycle ? [from, ...cycle.map(({ name }) => name)] : [from, to]
    return `${rule.name}: ${path.join(' -> ')}\n  ${comments.get(rule.name) ?? ''}`
  })
}

function folderLines(modules: IModule[]): string[] {
  const folders = new Map<string, { modules: number; imports: Set<string> }>()
  for (const { source, dependencies } of modules) {
    const folder = folderOf(source)
    const entry = folders.get(folder) ?? { modules: 0, imports: new Set() }
    entry.modules += 1
    for (const { resolved } of dependencies) {
      if (isOurs(resolved) && folderOf(resolved) !== folder) entry.imports.add(folderOf(resolved))
    }
    folders.set(folder, entry)
  }
  return [...folders]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([folder, entry]) => {
      const imported = [...entry.imports].sort().join(', ') || 'nothing of ours'
      return `${folder} (${entry.modules}) -> ${imported}`
    })
}

function isOurs(path: string): boolean {
  return /^(src|scripts|bench|tests)\//.test(path)
}

/** 'src/server/domain' of src/server/domain/payments/orders.ts; 'src/server' of a file that stands in it. */
function folderOf(path: string): string {
  const folders = path.split('/').slice(0, -1)
  const isNested = /^src\/(renderer|server|frames)$/.test(folders.slice(0, 2).join('/'))
  return folders.slice(0, isNested ? 3 : folders[0] === 'src' ? 2 : 1).join('/')
}
