import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The finished builds with pages: the client with its prerendered ones, the games, the back office, QA's controls. */
const folders = ['dist-web', 'dist-games', 'dist-office', 'dist-sandbox', 'out']

/** The files of all pages of the builds that there are, and the builds that there are not. */
export function builtPages(): { files: string[]; missing: string[] } {
  const missing = folders.filter((folder) => !existsSync(folder))
  const files = folders
    .filter((folder) => !missing.includes(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((file) => file.endsWith('.html'))
  return { files, missing }
}
