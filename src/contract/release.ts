/**
 * Releases of the kiosk that a server offers to its terminals (docs/venue.md, "Updates"): an apt repository without
 * subfolders, in its folder UPDATES_DIR and under `/updates/`.
 */
export const releaseFolder = '/updates/'

/** The repository's signed index, which changes with every release. */
export const releaseIndex = 'InRelease'

/** The packages of the repository, as apt reads them. */
export const releasePackages = 'Packages'

/** Name of the kiosk's Debian package. */
export const kioskPackage = 'palpite-kiosk'
