/** A withdrawal of R$ 60.00 as a record on the wire; '00' is not decided yet. */
export const withdrawalWire = (id: string, status = '00') => ({
  id,
  type: '11',
  title: 'CPF',
  amount: -60,
  stake: null,
  payout: null,
  fee: 1.8,
  status,
  wallet: 'balance',
  time: '2030-01-01T00:00:00Z',
  detail: {},
})
