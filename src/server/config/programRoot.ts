import { basename, resolve } from 'node:path'

/** The project's or the package's folder: this file runs from src/server/config, or from dist-server when built. */
export function programRoot(): string {
  const here = import.meta.dirname
  return basename(here) === 'dist-server' ? resolve(here, '..') : resolve(here, '../../..')
}
