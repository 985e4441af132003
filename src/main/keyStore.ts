import { safeStorage } from 'electron'

/** Whether what safeStorage encrypts can only be read with a key of the system. */
export function hasKeyStore(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false
  // On Linux without a key ring, Chromium "encrypts" with a well-known password.
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'
}
