import { expect, it, vi } from 'vitest'
import { Outputs } from '#main/machine/Outputs.ts'

const listed = `DP-1 "Maker Model Serial (DP-1)"
  Enabled: yes
HDMI-A-1 "Other"
  Enabled: no
`

it('turns every monitor off, and on as the screen is turned; not twice', async () => {
  const commands: string[] = []
  const outputs = new Outputs(async (args) => {
    commands.push(args.join(' '))
    return args.length === 0 ? listed : ''
  })
  outputs.setOn(true, 90)
  outputs.setOn(false, 90)
  outputs.setOn(false, 90)
  outputs.setOn(true, 90)
  await vi.waitFor(() => expect(commands).toHaveLength(6))
  expect(commands).toEqual([
    '',
    '--output DP-1 --off',
    '--output HDMI-A-1 --off',
    '',
    '--output DP-1 --on --transform 90',
    '--output HDMI-A-1 --on --transform 90',
  ])
})

it('says in the log that the compositor cannot do it, and lets the terminal go on', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  new Outputs(() => Promise.reject(new Error("compositor doesn't support it"))).setOn(false, 0)
  await vi.waitFor(() =>
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('off'), expect.any(String)),
  )
  warn.mockRestore()
})

it('tries again to turn a monitor on that stayed dark; what cannot be turned off is left alone', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const commands: string[] = []
  let broken = ''
  const outputs = new Outputs(async (args) => {
    const command = args.join(' ')
    commands.push(command)
    if (broken !== '' && command.includes(broken)) throw new Error('the compositor is busy')
    return args.length === 0 ? listed : ''
  })
  const set = async (isOn: boolean) => {
    const before = commands.length
    outputs.setOn(isOn, 0)
    await new Promise((resolve) => setImmediate(resolve))
    return commands.slice(before).filter((command) => command.includes('HDMI'))
  }
  broken = 'HDMI-A-1 --off'
  expect(await set(false)).toHaveLength(1)
  expect(await set(false)).toEqual([])
  broken = 'HDMI-A-1 --on'
  for (let call = 0; call < 3; call++) expect(await set(true)).toHaveLength(1)
  expect(warn).toHaveBeenCalledTimes(2)
  broken = ''
  expect(await set(true)).toHaveLength(1)
  expect(await set(true)).toEqual([])
  warn.mockRestore()
})
