/** Letters of Western Europe (Portuguese among them), and Cyrillic: thermal printers have both. */
export type CodePage = 'cp858' | 'cp866'

const letters: Record<CodePage, string> = {
  cp858: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×áíóúñÑªº¿®½¼¡«»ÁÂÀ©¢¥ãÃ¤ðÐÊËÈ€ÍÎÏ¦ÌÓßÔÒõÕµþÞÚÛÙýÝ¯´±¾¶§÷¸°¨·¹³²',
  cp866: 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюяЁё№°·',
}

/** What is written with other letters. */
const substitutes: Record<string, string> = {
  '₦': 'NGN',
  '–': '-',
  '—': '-',
  '−': '-',
  '×': 'x',
  '…': '...',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  º: 'o',
  ª: 'a',
  đ: 'd',
  Đ: 'D',
  ø: 'o',
  ß: 'ss',
  '½': '1/2',
}

export function codePageOf(locale: string): CodePage {
  return locale.startsWith('ru') ? 'cp866' : 'cp858'
}

/** The text with nothing that the code page lacks: other letters lose their accents, what remains is `?`. */
export function printable(text: string, codePage: CodePage): string {
  const has = (character: string) => /[ -~]/.test(character) || letters[codePage].includes(character)
  return [...text.normalize('NFC').replace(/\s/g, ' ')]
    .map((character) => {
      if (has(character)) return character
      const plain = substitutes[character] ?? character.normalize('NFD').replace(/\p{M}/gu, '')
      return [...plain].every(has) ? plain : '?'
    })
    .join('')
}
