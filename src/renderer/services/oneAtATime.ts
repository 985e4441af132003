interface Task {
  isAwaited: boolean
  run: () => Promise<void>
}

/**
 * Runs tasks one after the other, in the order in which they come; those that somebody waits for go first.
 */
export function createOneAtATime() {
  const waiting: Task[] = []
  let isRunning = false

  async function runAll(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (let next = waiting.shift(); next; next = waiting.shift()) await next.run()
    isRunning = false
  }

  return {
    add<Result>(isAwaited: boolean, task: () => Promise<Result>): Promise<Result> {
      return new Promise((resolve, reject) => {
        const run = () => task().then(resolve, reject)
        const firstOther = isAwaited ? waiting.findIndex((other) => !other.isAwaited) : -1
        waiting.splice(firstOther === -1 ? waiting.length : firstOther, 0, { isAwaited, run })
        void runAll()
      })
    },
  }
}
