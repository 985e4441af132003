import { describe, expect, it } from 'vitest'
import { machineFingerprint, type MachineSources } from '#main/session/machineFingerprint.ts'

const missing = (): never => {
  throw new Error('ENOENT')
}
const machine = (sources: Partial<MachineSources> = {}) =>
  machineFingerprint({ platform: 'linux', readText: missing, run: missing, macs: () => [], ...sources })

/** What each system answers for the id `id`. */
const systems: [NodeJS.Platform, (id: string) => Partial<MachineSources>][] = [
  ['linux', (id) => ({ readText: (file) => (file === '/etc/machine-id' ? `${id}\n` : missing()) })],
  ['linux', (id) => ({ readText: (file) => (file === '/var/lib/dbus/machine-id' ? id : missing()) })],
  [
    'win32',
    (id) => ({
      run: (program, words) =>
        /reg\.exe$/.test(program) && words.includes('MachineGuid')
          ? `\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Cryptography\r\n    MachineGuid    REG_SZ    ${id}\r\n\r\n`
          : missing(),
    }),
  ],
  [
    'darwin',
    (id) => ({
      run: (program) =>
        program === '/usr/sbin/ioreg' ? `+-o Mac\n  {\n    "IOPlatformUUID" = "${id}"\n  }\n` : missing(),
    }),
  ],
]

describe.each(systems)('on %s', (platform, sourcesOf) => {
  it('is the same each time, whatever the network, differs between machines, and does not tell the id', () => {
    const id = '0f1e2d3c4b5a69788796a5b4c3d2e1f0'
    const first = machine({ platform, ...sourcesOf(id) })
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(first).not.toContain(id.slice(0, 8))
    expect(machine({ platform, ...sourcesOf(id), macs: () => ['02:00:00:00:00:01'] })).toBe(first)
    expect(machine({ platform, ...sourcesOf('another') })).not.toBe(first)
  })
})

describe('without an id of the system', () => {
  it('is that of the network interfaces, in any order', () => {
    const first = machine({ macs: () => ['02:00:00:00:00:01', '02:00:00:00:00:02'] })
    expect(machine({ macs: () => ['02:00:00:00:00:02', '02:00:00:00:00:01'] })).toBe(first)
    expect(machine({ macs: () => ['02:00:00:00:00:03'] })).not.toBe(first)
  })

  it('and without a network is random', () => expect(machine()).not.toBe(machine()))
})
