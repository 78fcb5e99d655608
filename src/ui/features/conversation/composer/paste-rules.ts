import { isText } from '#ui/features/conversation/documents/is-text.ts';

/** Longer pasted text becomes a text file, to keep the message box fast and the conversation readable. */
export const LARGE_PASTE = 20 * 1024;
/** The largest text file that can be put back into the message box. */
export const MAX_EXPAND = 200 * 1024;
/** Vendors would refuse more anyway. */
export const MAX_FILE = 30 * 1024 * 1024;

const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
export type AttachmentKind = 'image' | 'file';

/** Pictures that vendors accept are images. Everything else is a file. */
export const kindOf = (mime: string): AttachmentKind => (IMAGES.has(mime) ? 'image' : 'file');

/** Browsers don't know the type of most source files. Only text makes them readable. */
export const mimeOf = (file: { type: string; name: string }): string => {
  if (isText(file.type, file.name) && !file.type.startsWith('text/')) return 'text/plain';
  return file.type || 'application/octet-stream';
};

/** `pasted-2.txt`, to distinguish two pastes. */
export function pastedName(taken: readonly { name: string }[]): string {
  const names = new Set(taken.map((one) => one.name));
  for (let at = 1; ; at += 1) {
    const name = at === 1 ? 'pasted.txt' : `pasted-${at}.txt`;
    if (!names.has(name)) return name;
  }
}
