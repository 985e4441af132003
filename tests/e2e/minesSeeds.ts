/** With these seeds the three mines are on tiles 13, 16 and 22, counted from 0 (docs/product.md, "Known answers"). */
export const minesSeeds = {
  serverSeed: '5ff5c610e633b2a91c46d1be1f74286b',
  clientSeed: '854581b6f52eaa86503f1dc6433655f9',
  nonce: 2,
}
