/** Which licences the product may ship. */
import type { ShippedPackage } from './shipped.ts'

/** SPDX names of permissive licences. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
])

/** Packages under another licence that may be shipped all the same, each with the reason. */
const exceptions: { packages: RegExp; licence: string; reason: string }[] = [
  {
    packages: /^@fontsource-variable\/inter$/,
    licence: 'OFL-1.1',
    reason:
      'a font, without the letters that no text has; the licence lets programs of any licence contain it',
  },
  {
    packages: /^@resvg\/resvg-js(-.+)?$/,
    licence: 'MPL-2.0',
    reason: 'used unmodified as a separate binary; the licence asks for the sources of changed files only',
  },
]

/** The packages that may not be shipped, each with the reason. */
export function refusedLicences(packages: readonly ShippedPackage[]): string[] {
  return packages.flatMap(({ name, version, licence }) => {
    if (licence === undefined) return [`${name} ${version}: states no licence`]
    const isException = exceptions.some((each) => each.packages.test(name) && each.licence === licence)
    return isException || isAllowed(licence) ? [] : [`${name} ${version}: ${licence} is not permissive`]
  })
}

/** `A OR B` needs one of them, `A AND B` both. Anything that is no such expression is not allowed. */
function isAllowed(expression: string): boolean {
  const text = expression.trim().replace(/^\(([^()]*)\)$/, '$1')
  if (text.includes(' OR ')) return text.split(' OR ').some(isAllowed)
  if (text.includes(' AND ')) return text.split(' AND ').every(isAllowed)
  return allowed.has(text)
}

/** docs/licences.md, before formatting. */
export function licencesPage(packages: readonly ShippedPackage[]): string {
  const rows = packages.map(
    (each) => `| ${each.name} | ${each.version} | ${each.licence ?? ''} | ${each.for} |`,
  )
  const reasons = exceptions.map(
    ({ licence, packages: { source }, reason }) => `- ${licence} (\`${source}\`): ${reason}.`,
  )
  return [
    '# Licences of what we ship',
    '',
    'Written by `npm run licences -- --write` from the lock file; `npm run licences` checks it, in CI too. `server`',
    'packages are installed beside the server, `client` packages are part of a bundle or of the desktop program.',
    '',
    `Allowed: ${[...allowed].join(', ')}. Exceptions:`,
    '',
    ...reasons,
    '',
    '| package | version | licence | for |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}
