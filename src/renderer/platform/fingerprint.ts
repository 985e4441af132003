import { hashComponents, loadSources, sources, type UnknownComponents } from '@fingerprintjs/fingerprintjs'

/**
 * Entropy sources of FingerprintJS that take no measurable time and stay the same on every visit. Canvas, audio, fonts
 * and WebGL cost hundreds of ms on a phone; what a player can switch (contrast, motion, zoom, language) would change
 * the id.
 */
const stableSources = [
  'osCpu',
  'colorDepth',
  'deviceMemory',
  'screenResolution',
  'hardwareConcurrency',
  'timezone',
  'cpuClass',
  'platform',
  'plugins',
  'touchSupport',
  'vendor',
  'vendorFlavors',
  'colorGamut',
  'monochrome',
  'hdr',
  'math',
  'pdfViewerEnabled',
  'architecture',
] as const

/** Not part of the first load. Each source runs in a separate task, so that a page that is still starting can react. */
export async function computeFingerprint(): Promise<string> {
  const components: UnknownComponents = {}
  for (const name of stableSources) {
    await new Promise((resolve) => setTimeout(resolve))
    Object.assign(components, await loadSources({ [name]: sources[name] }, { cache: {} }, [])())
  }
  return hashComponents(components)
}
