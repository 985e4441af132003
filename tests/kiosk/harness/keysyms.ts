/** X11 keysyms of the keys that have no character of their own (X11/keysymdef.h). */
export const keysyms: Readonly<Record<string, number>> = {
  Alt: 0xffe9,
  Backspace: 0xff08,
  Control: 0xffe3,
  Delete: 0xffff,
  Enter: 0xff0d,
  Escape: 0xff1b,
  F1: 0xffbe,
  F4: 0xffc1,
  F5: 0xffc2,
  F9: 0xffc6,
  F11: 0xffc8,
  F12: 0xffc9,
  Shift: 0xffe1,
  Super: 0xffeb,
  Tab: 0xff09,
}
