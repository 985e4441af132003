import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { writeFileSync } from 'atomically'
import { removeFolder } from './removeFolder.ts'

/**
 * A folder that `resources/venue/palpite-start.sh` starts the application from: a folder for each version in `versions/`,
 * and the link `current`. The script sets PALPITE_INSTALL. A new version is on trial until it says that it runs: the
 * script counts its starts in the file `trial`, and after the second that failed goes back to the version before.
 */
export class Installation {
  readonly program = 'palpite'
  readonly #folder: string
  /** The running version. */
  readonly version: string

  constructor(folder: string, version: string) {
    this.#folder = folder
    this.version = version
  }

  folderOf(version: string): string {
    return join(this.#folder, 'versions', version)
  }

  /** The folder to unpack a version into. Deletes every version but the running one, and what an earlier attempt left. */
  emptyFolderFor(version: string): string {
    const versions = join(this.#folder, 'versions')
    mkdirSync(versions, { recursive: true })
    for (const name of readdirSync(versions)) {
      if (name !== this.#current()) removeFolder(join(versions, name))
    }
    return join(versions, `${version}.new`)
  }

  /** Whether the script has rolled this version back. */
  hasFailed(version: string): boolean {
    const file = join(this.#folder, 'failed')
    return existsSync(file) && readFileSync(file, 'utf8').split('\n').includes(version)
  }

  /** The next start is of this version. The trial first: a power cut in between leaves the version before as it is. */
  use(version: string): void {
    const link = join(this.#folder, 'current.new')
    writeFileSync(join(this.#folder, 'trial'), `${version} ${this.#current()} 0\n`)
    rmSync(link, { force: true })
    symlinkSync(join('versions', version), link)
    renameSync(link, join(this.#folder, 'current'))
  }

  /** Call it when the running version is proven. */
  endTrial(): void {
    const file = join(this.#folder, 'trial')
    if (!existsSync(file)) return
    rmSync(file)
    console.info(`update: version ${this.version} runs`)
  }

  #current(): string {
    return basename(readlinkSync(join(this.#folder, 'current')))
  }
}
