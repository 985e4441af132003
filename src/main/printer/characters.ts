import type { CodePage } from '#contract/printerSettings.ts'

const letters: Record<CodePage, string> = {
  cp858: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×áíóúñÑªº¿®½¼¡«»ÁÂÀ©¢¥ãÃ¤ðÐÊËÈ€ÍÎÏ¦ÌÓßÔÒõÕµþÞÚÛÙýÝ¯´±¾¶§÷¸°¨·¹³²',
  cp866: 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюяЁёЄєЇїЎў№°·',
}

/** What is written with other letters: those that Unicode does not take apart into a plain one and an accent. */
const substitutes: Record<string, string> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ø: 'o',
  Ø: 'O',
  ħ: 'h',
  Ħ: 'H',
  ŧ: 't',
  Ŧ: 'T',
  ı: 'i',
  ŋ: 'n',
  Ŋ: 'N',
  ə: 'e',
  Ə: 'E',
  œ: 'oe',
  Œ: 'OE',
  æ: 'ae',
  Æ: 'AE',
  þ: 'th',
  Þ: 'Th',
  ß: 'ss',
  ẞ: 'SS',
  і: 'i',
  І: 'I',
  ґ: 'г',
  Ґ: 'Г',
  '₦': 'NGN',
  '€': 'EUR',
  '₫': 'VND',
  '₽': 'RUB',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '×': 'x',
  '⁄': '/',
  '•': '*',
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‘': "'",
  '’': "'",
  '‚': "'",
  ʼ: "'",
  '©': '(c)',
  '®': '(R)',
  º: 'o',
  ª: 'a',
}

/** Characters without a shape, such as a soft hyphen, a byte order mark and marks of direction. */
const shapeless = /\p{Cf}/gu

export function codePageOf(locale: string): CodePage {
  return locale.startsWith('ru') ? 'cp866' : 'cp858'
}

/** The text with nothing that the code page lacks: other letters lose their accents, what remains is `?`. */
export function printable(text: string, codePage: CodePage): string {
  const has = (character: string) => /[ -~]/.test(character) || letters[codePage].includes(character)
  const plain = (character: string): string => {
    const substitute = substitutes[character]
    return substitute !== undefined && [...substitute].every(has) ? substitute : '?'
  }
  return [...text.normalize('NFC').replace(shapeless, '').replace(/\s/g, ' ')]
    .map((character) => {
      if (has(character)) return character
      // Accents, ligatures, full-width letters, fractions.
      const parts = [...character.normalize('NFKD').replace(/\p{M}/gu, '')]
      return parts.map((part) => (has(part) ? part : plain(part))).join('') || '?'
    })
    .join('')
}
