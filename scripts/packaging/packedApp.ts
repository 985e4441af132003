/** What a finished package is, read back from its files: electron-builder's settings are only a wish. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'

const closed: Readonly<Record<keyof typeof FuseV1Options, boolean>> = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
}
/** `FuseState` of @electron/fuses, which it does not export. */
const states: Readonly<Record<number, string>> = { 48: 'off', 49: 'on', 114: 'removed from this Electron' }

/** Fuses that are not as they must be; a QA build has the inspect fuse open. */
export async function wrongFuses(program: string, variant: 'venue' | 'qa'): Promise<string[]> {
  const wire = await getCurrentFuseWire(program)
  const wanted = { ...closed, EnableNodeCliInspectArguments: variant === 'qa' }
  return Object.entries(wanted).flatMap(([name, isOn]) => {
    const byte = Number(wire[FuseV1Options[name as keyof typeof FuseV1Options]])
    const found = states[byte] ?? `unknown (${byte})`
    const must = isOn ? 'on' : 'off'
    return found === must ? [] : [`${name} is ${found} and must be ${must}`]
  })
}

/** What `app.asar` may contain: the bundles and the package's description. */
const allowed = [
  /^package\.json$/,
  /^out\/main\/(index|chunks\/[\w.-]+)\.cjs$/,
  /^out\/preload\/[\w-]+\.cjs$/,
  /^out\/(renderer|staff|payment)\/index\.html$/,
  // Home, prerendered by the build (scripts/prerender.ts).
  /^out\/renderer\/home\.[a-z]{2}_[A-Z]{2}\.html$/,
  /^out\/renderer\/(manifest\.webmanifest|icon\.svg|icons\/[\w-]+\.png|avatars\/\d+\.svg)$/,
  /^out\/(renderer|staff|payment)\/assets\/[\w.-]+\.(js|css|svg|png|webp|avif|woff2)$/,
]
/** Within an allowed folder too: neither sources nor what tells about them. */
const forbidden = /\.(test|spec|d)\.|\.map$/

/** Files of the archive that no rule allows; an empty archive is wrong too. */
export function unexpectedFiles(archive: string): string[] {
  const entries = listPackage(archive, { isPack: false }).map((name) =>
    name.replaceAll('\\', '/').replace(/^\//, ''),
  )
  const files = entries.filter((name) => !entries.some((other) => other.startsWith(`${name}/`)))
  if (!files.includes('out/main/index.cjs')) return ['out/main/index.cjs is missing']
  return files.filter((name) => forbidden.test(name) || !allowed.some((rule) => rule.test(name)))
}

/** Files and folders beside the archive: only what the variant adds (`server`: the demonstration's). */
export function unexpectedResources(folder: string, isDemo: boolean): string[] {
  const known = new Set(['app.asar', 'app-update.yml', 'icon.icns', ...(isDemo ? ['server'] : [])])
  return readdirSync(folder).filter((name) => !known.has(name) && !name.endsWith('.lproj'))
}

/**
 * The first page of each client that a demonstration's server serves: the script that builds it, and the path at which its
 * folder is served.
 */
export const servedPages: Readonly<Record<string, { script: string; path: string }>> = {
  'dist-web/index.html': { script: 'build:web', path: '' },
  'dist-games/slots/index.html': { script: 'build:web', path: '' },
  'dist-office/index.html': { script: 'build:office', path: '' },
  'dist-sandbox/index.html': { script: 'build:sandbox', path: '/sandbox' },
}

/** What the server in this folder could not serve: the first pages, and the scripts and styles that they load. */
export function missingPages(server: string): string[] {
  return Object.entries(servedPages).flatMap(([page, { path }]) => {
    const file = join(server, page)
    if (!existsSync(file)) return [page]
    const [client = ''] = page.split('/')
    return [...readFileSync(file, 'utf8').matchAll(/(?:src|href)="(\/[\w./-]+\.(?:js|css))"/g)]
      .map(([, name = '']) => client + name.replace(path, ''))
      .filter((name) => !existsSync(join(server, name)))
  })
}

/** The program and the resources of an unpacked application, by platform. */
export function packedPaths(
  folder: string,
  platform: string,
  product: string,
): { program: string; archive: string; resources: string } {
  const [program, resources] =
    platform === 'darwin'
      ? [join(folder, `${product}.app`), join(folder, `${product}.app`, 'Contents', 'Resources')]
      : [join(folder, platform === 'win32' ? 'palpite.exe' : 'palpite'), join(folder, 'resources')]
  return { program, resources, archive: join(resources, 'app.asar') }
}
