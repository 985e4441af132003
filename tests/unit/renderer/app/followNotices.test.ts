import { beforeEach, expect, it } from 'vitest'
import { followNotices } from '#renderer/app/followNotices.ts'
import { createFixture, type Fixture } from '../stores/rootFixture.ts'

let fixture: Fixture
let worker: EventTarget
let stop: () => void
beforeEach(() => {
  fixture = createFixture()
  worker = new EventTarget()
  stop = followNotices(fixture.root, worker as ServiceWorkerContainer)
})

const press = (path: string) =>
  worker.dispatchEvent(new MessageEvent('message', { data: { type: 'openPage', path } }))

it('goes to the page of a notice that was pressed, until it is stopped', () => {
  press('/conta?tab=records')
  expect(fixture.visited).toEqual(['/conta?tab=records'])
  stop()
  press('/home')
  expect(fixture.visited).toHaveLength(1)
})

it('stays where a round runs or an overlay is open, and goes to no other host', () => {
  fixture.root.rounds.set(true)
  press('/home')
  fixture.root.rounds.set(false)
  fixture.root.overlays.open('deposit')
  press('/home')
  fixture.root.overlays.close()
  for (const path of ['//elsewhere.example', '/\\elsewhere.example', 'https://elsewhere.example']) press(path)
  expect(fixture.visited).toEqual([])
})
