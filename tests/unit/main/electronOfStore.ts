/** The part of Electron that electron-store uses, for `vi.mock('electron')`. */
const electron = {
  app: { getPath: () => '/nowhere', getVersion: () => '1.0.0' },
  ipcMain: { on: () => undefined },
}
export const { app } = electron
export default electron
