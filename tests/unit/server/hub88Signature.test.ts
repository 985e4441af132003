import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { isHub88Signed, signHub88Body } from '#server/providers/games/hub88/signature.ts'

/** Made once by another program, so that a change of algorithm, padding or encoding is seen. */
const publicKey = createPublicKey(`-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAuqXCAA9GqAyvhy7awHvg
8YWqi9rWiY3IvDGBLlBbZg+syNujV8E4ph+bkB7ugmPBqcLneJiFH2jbtCR/4ycc
0zMGVWDZs4DXyuZSkHrbIDNMqFVhx8ijVpuelTv9HqZ3iE8lNnMQ9kgDhX9lqlIb
lpyhLjK+F4b8KZfHXGAk/vLsX2o0QdS0W/MQBCzEopgolimgd0XfcJ4CfVv+o6Ai
Mxx+qP26DA8SkH0yRBpScL+j4qlE3dIsrVZq0Un2hAZXlxBlhJJGcy2XBdpMji4K
UFR6wep3CwN7o1okXA6tssB50xx8QILdTn+mK6GnnesmU2t+s/9ZkSOOO2fboqrG
wQIDAQAB
-----END PUBLIC KEY-----
`)
const vectors: [body: string, signature: string][] = [
  [
    '{"operator_id":7}',
    'uhsiyBDrK4/8fsokqHJ9QA7R0DfDLJFph/d/iB5eOTj58w/0wQPhV/qpsJYK7FV9DDBbw0qhmz+Db0mjj8fa7puhxPrWcnQsdMRE' +
      'cqNoLnGedthtDnr/0rSkxJr5MDB+I/vVmrm4hSjI0WYXctC72Sc0vf3WtKegOcLJJfIL2VPMqhpwL4ZdOz0Hg2cLsPrqnzfSJ336' +
      'pGD3ZYepzH4F+W7r9lTWYVuBExCV4kCzjKl30RhjjVjcr35Y1gtQB2b6BYRGFNKJJIt2pkVdu6uKLQB4HReSZeWZ7a8JIjQwy3Y0' +
      'yzrPt/N2FBw4g6gXKpsQH6BtESfAFisVkSiYHXprCg==',
  ],
  [
    '{"user":"u1","amount":356000}',
    'T7f4QoZYSpk1ytY4/2MDMueggo6YJ2WQ9wV1jAStynpOoFfuRShS8IRHNXF2SZqm+2FW3/ItIjupBdBWtkVoQ6z7jgNR7s0l9RhQ' +
      'JycomRGZTYKWRQfREXF1WxuOQjYZ6NRJ5pS4hqpQ6cL6xAzdLTPtGrV+8Rv3eRdXMBlYBGeDZwrprUXDVgJT9aSX9qRSNtUOERGn' +
      'OMPFU48swWNIgrtGOjTb3mtOLUt9Lu+TzeOoDF9VDb/xAi3fKgrtTyWKHMA6tMsehNg8jxVn3WtVlqT//HbSndHl3gAM1QZbFu96' +
      'p8VVJuy3GFtqpf0/rRapDA2Ctv7YtZNzIu4L7wRHRA==',
  ],
  [
    'Olá, mundo',
    'MHXYuXtUY05isAiHe+5c8Pi+udQyy61426bgWGceBj1BRJPkoURZlVrUnnLfOgwPzdtaMo03U7uRR+2cET9EE6Jlxd75esBVZj5S' +
      'naytpwrO67juEbv9SGImCArMevYh5AHCHZ2wQx5T3KR1tjt2Ur6iul5Ir2fVl+GXuDpWn16e/FTHyu1HJZs++aYDSyRq4vIzlFhA' +
      'jSmJg0jfNLmEeV6SSlpIZxBz+P8WizcwKabo7TeJFav9oxrDo19hQwuYcXBhucpNtaxBx6L5at60meqfXZJehR/3kQ3gdMwcrVR3' +
      'MmDhGIUHKBX12YLJAXxDfIhKN3VNCuCFSS55LsNYgg==',
  ],
  [
    '',
    'RqbR9TlzpLyITfJf6QmmFXmmJOzbvSOrDoaaGzObbf5KhBOKjMA8xgHFcMS8reMXxIDKaiJuQaZcXac042xeu1tWcyuLjyYntyL0' +
      'XONyYLDt/uOJ5sk5sRLHQli25k7oM2ByYudXD1os6xtI+8KFYlpKe4c8tE52sWNndVOXKiLjRBWiSTx921qexvoVP7eJP+GyRqnE' +
      'cJ+qmzhT8AvXuUHwoIdG/ur6dsDyeAB7ZdYkOtUxIwUijKXFiFZRSHYQSdukB2GU78AyzURyxnmE1Yxu6RBGUDBIy0Y67gNQKxcZ' +
      'a82ozqZK6e22vdFUTTTzIs8+Gt324bp1kDtrkUAUGQ==',
  ],
]

it.each(vectors)('verifies the signature of %j, and of nothing else', (body, signature) => {
  expect(isHub88Signed(publicKey, Buffer.from(body), signature)).toBe(true)
  expect(isHub88Signed(publicKey, Buffer.from(`${body} `), signature)).toBe(false)
  expect(isHub88Signed(publicKey, Buffer.from(body), signature.toLowerCase())).toBe(false)
  for (const other of [undefined, '', signature.slice(4), `${signature}=`, [signature], 'x'.repeat(5_000)])
    expect(isHub88Signed(publicKey, Buffer.from(body), other)).toBe(false)
})

it('signs what the other side verifies', () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const signature = signHub88Body(pair.privateKey, '{"a":"ç"}')
  expect(isHub88Signed(pair.publicKey, Buffer.from('{"a":"ç"}'), signature)).toBe(true)
  expect(isHub88Signed(publicKey, Buffer.from('{"a":"ç"}'), signature)).toBe(false)
})
