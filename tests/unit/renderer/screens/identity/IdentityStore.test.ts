import { expect, it } from 'vitest'
import { identityCheckCalls, type IdentityCheckWire } from '#contract/http/identityCheck.ts'
import { pictureKinds, type PictureKind } from '#contract/rules/identityPictures.ts'
import { IdentityStore } from '#renderer/screens/identity/IdentityStore.ts'
import { createFixture } from '../../stores/rootFixture.ts'
import { createMoneyRoot, deferred, offline, refused, settled } from '../../stores/moneyRoot.ts'

const check = (state: IdentityCheckWire['state'], pictures: PictureKind[] = []): IdentityCheckWire => ({
  state,
  refusal: null,
  asksPictures: true,
  pictures,
})

async function setUp(first: IdentityCheckWire = check('pictures')) {
  const fixture = createMoneyRoot()
  fixture.respond(identityCheckCalls.state, first)
  const store = new IdentityStore(fixture.root)
  await store.load()
  return { ...fixture, store }
}

it('loads for the player, and again when the server has decided', async () => {
  const { root, respond, set } = createMoneyRoot()
  respond(identityCheckCalls.state, check('waiting'))
  const store = new IdentityStore(root)
  const stop = store.start()
  await expect.poll(() => store.check?.state).toBe('waiting')
  respond(identityCheckCalls.state, check('confirmed'))
  set({ player: { id: 'p1', verified: true, isInReview: false, needsPictures: false } })
  await expect.poll(() => store.check?.state).toBe('confirmed')
  stop()
})

it('forgets one person before the next one comes, and what answers too late', async () => {
  const { root, respond, set, count } = createMoneyRoot()
  respond(identityCheckCalls.state, check('pictures'))
  const store = new IdentityStore(root)
  const stop = store.start()
  await expect.poll(() => store.state).toBe('ready')
  respond(identityCheckCalls.addPicture, check('pictures', ['front']))
  await store.add('front', 'AAAA')
  store.take('back')
  const picture = deferred<IdentityCheckWire>()
  const all = deferred<IdentityCheckWire>()
  respond(identityCheckCalls.addPicture, picture.promise)
  respond(identityCheckCalls.state, all.promise)
  const late = [store.add('back', 'AAAA'), store.load()]
  await settled()

  const guest = ['loading', null, null, null, undefined, false]
  const seen = () => [
    store.state,
    store.check,
    store.taking,
    store.failure,
    store.addressOf('front'),
    store.isUploading,
  ]
  set({ endedSessions: 1, player: null, isLoggedIn: false })
  expect(seen()).toEqual(guest)
  picture.resolve(check('pictures', ['front', 'back']))
  all.resolve(check('pictures', ['front', 'back']))
  await Promise.all(late)
  expect(seen()).toEqual(guest)

  const before = count(identityCheckCalls.state)
  respond(identityCheckCalls.state, check('pictures', ['front']))
  set({ player: { id: 'p2', verified: false }, isLoggedIn: true })
  await expect.poll(() => store.state).toBe('ready')
  expect(count(identityCheckCalls.state)).toBe(before + 1)
  // On the server of the other person too there is a picture, but not this one.
  expect([store.has('front'), store.addressOf('front')]).toEqual([true, undefined])
  stop()
})

it('says nothing of a picture that failed for the person before', async () => {
  const { store, respond, set } = await setUp()
  const stop = store.start()
  const answer = deferred<IdentityCheckWire>()
  respond(identityCheckCalls.addPicture, () => answer.promise.then(() => Promise.reject(offline())))
  const adding = store.add('front', 'AAAA')
  // Another tab has logged somebody else in.
  set({ endedSessions: 1, player: { id: 'p2', verified: false } })
  await expect.poll(() => store.state).toBe('ready')
  const own = deferred<IdentityCheckWire>()
  respond(identityCheckCalls.addPicture, own.promise)
  const next = store.add('front', 'BBBB')
  answer.resolve(check('pictures'))
  await adding
  expect([store.failure, store.isUploading]).toEqual([null, true])
  own.resolve(check('pictures', ['front']))
  await next
  expect([store.addressOf('front'), store.isUploading]).toEqual(['data:image/jpeg;base64,BBBB', false])
  stop()
})

it.each(['add', 'send'] as const)('keeps the answer of %s when an older load comes after it', async (act) => {
  const { store, respond } = await setUp(check('pictures', act === 'send' ? [...pictureKinds] : []))
  const older = deferred<IdentityCheckWire>()
  respond(identityCheckCalls.state, older.promise)
  const loading = store.load()
  respond(identityCheckCalls.addPicture, check('pictures', ['front']))
  respond(identityCheckCalls.send, check('waiting'))
  await (act === 'add' ? store.add('front', 'AAAA') : store.send())
  const { check: newest } = store
  older.resolve(check('pictures'))
  await loading
  expect(store.check).toBe(newest)
})

it('says when it could not be loaded, and keeps what it has when only a later load fails', async () => {
  const { store, respond } = await setUp()
  respond(identityCheckCalls.state, offline())
  await store.load()
  expect([store.state, store.check?.state]).toEqual(['ready', 'pictures'])
  const fixture = createMoneyRoot()
  fixture.respond(identityCheckCalls.state, offline())
  const other = new IdentityStore(fixture.root)
  await other.load()
  expect(other.state).toBe('failed')
})

it('shows a picture once the server has it, and closes the camera', async () => {
  const { store, respond, last } = await setUp()
  respond(identityCheckCalls.addPicture, check('pictures', ['front']))
  store.take('front')
  await store.add('front', 'AAAA')
  expect(last(identityCheckCalls.addPicture)?.request.body).toEqual({ kind: 'front', image: 'AAAA' })
  expect(store.addressOf('front')).toBe('data:image/jpeg;base64,AAAA')
  expect([store.taking, store.missing]).toEqual([null, ['back', 'selfie']])
})

it('keeps the camera open when a picture is refused, and says why', async () => {
  const { store, respond } = await setUp()
  respond(identityCheckCalls.addPicture, () => {
    throw refused(422, 'Tire outra')
  })
  store.take('front')
  await store.add('front', 'AAAA')
  expect([store.taking, store.failure, store.has('front')]).toEqual(['front', { text: 'Tire outra' }, false])
  expect([store.failureOf('front'), store.failureOf('back')]).toEqual([{ text: 'Tire outra' }, null])
  store.take('front')
  expect(store.failure).toBeNull()
})

it('sends a picture once, whatever is pressed', async () => {
  const { store, respond, count } = await setUp()
  const answer = deferred<IdentityCheckWire>()
  respond(identityCheckCalls.addPicture, answer.promise)
  const both = [store.add('front', 'AAAA'), store.add('front', 'AAAA')]
  answer.resolve(check('pictures', ['front']))
  await Promise.all(both)
  expect(count(identityCheckCalls.addPicture)).toBe(1)
})

it('sends all of them only when none is missing, and then shows none any more', async () => {
  const { store, respond, count, parts } = await setUp()
  await store.send()
  expect(count(identityCheckCalls.send)).toBe(0)
  for (const [index, kind] of pictureKinds.entries()) {
    respond(identityCheckCalls.addPicture, check('pictures', pictureKinds.slice(0, index + 1)))
    await store.add(kind, 'AAAA')
  }
  respond(identityCheckCalls.send, check('waiting'))
  await Promise.all([store.send(), store.send()])
  expect(count(identityCheckCalls.send)).toBe(1)
  expect([store.check?.state, store.addressOf('front'), parts.session.refreshed]).toEqual([
    'waiting',
    undefined,
    1,
  ])
})

it('shows what has become of the check when another device has sent it', async () => {
  const { store, respond } = await setUp()
  store.take('front')
  respond(identityCheckCalls.state, check('waiting'))
  respond(identityCheckCalls.addPicture, () => {
    throw refused(409, 'Em análise')
  })
  await store.add('front', 'AAAA')
  expect([store.check?.state, store.taking]).toEqual(['waiting', null])
})

it('asks nothing more once the session has expired', async () => {
  const { root, respond, enter, sent } = createFixture()
  await enter()
  respond(identityCheckCalls.state.path, { data: check('pictures') })
  const store = new IdentityStore(root)
  const stop = store.start()
  await expect.poll(() => store.state).toBe('ready')
  respond('/api/app/user/userInfo', { httpStatus: 401, status: 401 })
  respond(identityCheckCalls.state.path, { httpStatus: 401, status: 401 })
  const asked = () => sent.filter(({ path }) => path === identityCheckCalls.state.path).length
  const before = asked()
  await expect(root.session.refresh()).rejects.toMatchObject({ kind: 'loggedOut' })
  for (let turn = 0; turn < 5; turn++) await settled()
  expect([asked(), root.session.isLoggedIn, store.check]).toEqual([before, false, null])
  stop()
})
