import { spawn } from 'node:child_process'
import type { Programs } from './Programs.ts'

/** This machine's side of the network: etcd, HAProxy and the servers. */
export const hostAddress = '10.99.0.1'

export interface Machine {
  name: string
  address: string
  /** A process in the machine's network. */
  pid: number
}

/** A switch with one virtual machine's network per node, which can be unplugged. Exists inside this process's namespaces only. */
export class Network {
  readonly #programs: Programs

  private constructor(programs: Programs) {
    this.#programs = programs
  }

  static async create(programs: Programs): Promise<Network> {
    const network = new Network(programs)
    await network.#ip('link set lo up')
    await network.#ip('link add switch type bridge')
    await network.#ip(`addr add ${hostAddress}/24 dev switch`)
    await network.#ip('link set switch up')
    return network
  }

  async addMachine(name: string, number: number): Promise<Machine> {
    const { pid } = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' })
    if (pid === undefined) throw new Error('unshare did not start')
    const machine = { name, address: `10.99.0.${number}`, pid }
    // The namespace exists when the process has become `sleep`.
    while ((await this.#programs.run(['cat', `/proc/${pid}/comm`])) !== 'sleep');
    await this.#ip(`link add port-${name} type veth peer name cable-${name}`)
    await this.#ip(`link set port-${name} master switch up`)
    await this.#ip(`link set cable-${name} netns ${pid}`)
    for (const command of [
      'link set lo up',
      `addr add ${machine.address}/24 dev cable-${name}`,
      `link set cable-${name} up`,
    ])
      await this.#ip(command, machine)
    return machine
  }

  /** Nothing reaches the machine any more, and nothing leaves it; nobody is told. */
  async unplug({ name }: Machine): Promise<void> {
    await this.#ip(`link set port-${name} down`)
  }

  async plugIn({ name }: Machine): Promise<void> {
    await this.#ip(`link set port-${name} up`)
  }

  /** `from` cannot send to `to` any more; everything else goes on. */
  async block(from: Machine, to: Machine): Promise<void> {
    await this.#ip(`route add blackhole ${to.address}/32`, from)
  }

  async unblock(from: Machine, to: Machine): Promise<void> {
    await this.#ip(`route del blackhole ${to.address}/32`, from)
  }

  /** Drops what `from` has sent and `to` has not received: the kernel would still deliver it for a program that was killed. */
  async dropConnections(from: Machine, to: Machine): Promise<void> {
    await this.#programs.run(['ss', '-K', 'dst', to.address], { networkOf: from.pid })
  }

  async #ip(command: string, machine?: Machine): Promise<void> {
    await this.#programs.run(
      ['ip', ...command.split(' ')],
      machine === undefined ? {} : { networkOf: machine.pid },
    )
  }
}
