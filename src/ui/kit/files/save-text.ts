import { saveFile } from './save-file.ts';

const BYTE_ORDER_MARK = '\ufeff';

/** Downloads a text as a file. A table gets a byte order mark: without it, Excel reads the encoding of the system. */
export function saveText(text: string, name: string): void {
  const isMarked = /\.csv$/i.test(name) && /\P{ASCII}/u.test(text) && !text.startsWith(BYTE_ORDER_MARK);
  saveFile(new Blob([isMarked ? BYTE_ORDER_MARK : '', text], { type: 'text/plain;charset=utf-8' }), name);
}
