/**
 * Runs `work` with these values on the global object, then restores the previous ones. The properties are defined,
 * not assigned: Node 21 and newer have globals of their own, such as `navigator`, that are getters without a setter.
 */
export async function withGlobals<T>(values: Record<string, unknown>, work: () => Promise<T>): Promise<T> {
  const before = Object.keys(values).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  )
  try {
    for (const [name, value] of Object.entries(values)) define(name, { value, writable: true })
    return await work()
  } finally {
    for (const [name, descriptor] of before) {
      if (descriptor) define(name, descriptor)
      else Reflect.deleteProperty(globalThis, name)
    }
  }
}

function define(name: string, descriptor: PropertyDescriptor): void {
  Object.defineProperty(globalThis, name, { ...descriptor, configurable: true })
}
