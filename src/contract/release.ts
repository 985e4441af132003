/**
 * Releases of the application that a server offers to its terminals (docs/venue.md, "Updates"): the files of its folder
 * UPDATES_DIR, under `/updates/`.
 */

/** JSON of a `Release`. */
export const releasePath = '/updates/release.json'

/** Base64 of the Ed25519 signature over the bytes of release.json, by the operator's key for releases. */
export const releaseSignaturePath = '/updates/release.json.sig'

export interface ReleaseFile {
  /** In the folder of the feed: a tar archive of the unpacked application. */
  name: string
  /** Base64. */
  sha512: string
  /** In bytes. */
  size: number
}

export interface Release {
  /** Three numbers: `1.12.0`. */
  version: string
  /** By platform and architecture, as Node names them: `linux-x64`. */
  files: Record<string, ReleaseFile>
}
