import { rmSync } from 'node:fs'

/** Deletes a folder with an application in it: Electron's fs takes the archive `app.asar` for a folder that it cannot delete. */
export function removeFolder(folder: string): void {
  process.noAsar = true
  try {
    rmSync(folder, { recursive: true, force: true })
  } finally {
    process.noAsar = false
  }
}
