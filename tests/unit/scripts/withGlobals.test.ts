import { afterEach, describe, expect, it } from 'vitest'
import { withGlobals } from '../../../scripts/withGlobals.ts'

const names = ['palpiteGetter', 'palpiteNew'] as const
const read = (name: string): unknown => Reflect.get(globalThis, name)

describe('withGlobals', () => {
  afterEach(() => {
    for (const name of names) Reflect.deleteProperty(globalThis, name)
  })

  it('replaces a global that has a getter and no setter, as `navigator` has since Node 21', async () => {
    const get = () => 'own'
    Object.defineProperty(globalThis, 'palpiteGetter', { get, configurable: true, enumerable: false })
    expect(await withGlobals({ palpiteGetter: 'ours' }, async () => read('palpiteGetter'))).toBe('ours')
    expect(Object.getOwnPropertyDescriptor(globalThis, 'palpiteGetter')).toMatchObject({
      get,
      enumerable: false,
    })
  })

  it('removes globals that did not exist before', async () => {
    await withGlobals({ palpiteNew: 1 }, async () => expect(read('palpiteNew')).toBe(1))
    expect('palpiteNew' in globalThis).toBe(false)
  })

  it('restores everything when the work fails', async () => {
    const failing = withGlobals({ palpiteNew: 1, navigator: undefined }, async () => {
      throw new Error('no drawing')
    })
    await expect(failing).rejects.toThrow('no drawing')
    expect('palpiteNew' in globalThis).toBe(false)
    expect('navigator' in globalThis).toBe(Number(process.versions.node.split('.')[0]) >= 21)
  })
})
