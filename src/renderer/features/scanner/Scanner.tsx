import { useEffect } from 'react'
import { useOwnStore } from '../../stores/useStores.ts'
import { ScannerStore } from './ScannerStore.ts'

/** Follows what a terminal's scanner reads, on every page. */
export function Scanner() {
  const scanner = useOwnStore((root) => new ScannerStore(root))
  useEffect(() => scanner.start(), [scanner])
  return null
}
