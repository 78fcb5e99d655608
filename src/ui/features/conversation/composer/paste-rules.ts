import type { ClipboardEvent } from 'react';
import { isText } from '#ui/features/conversation/documents/is-text.ts';
import type { Attachments } from './use-attachments.ts';

/** Longer pasted text becomes a text file, to keep the message box fast and the conversation readable. */
export const LARGE_PASTE = 20 * 1024;
/** The largest text file that can be put back into the message box. */
export const MAX_EXPAND = 200 * 1024;
/** Vendors would refuse more anyway. */
export const MAX_FILE = 30 * 1024 * 1024;

const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);
export type AttachmentKind = 'image' | 'file';

/** Pictures that every browser shows are images. Everything else is a file. */
export const kindOf = (mime: string): AttachmentKind => (IMAGES.has(mime) ? 'image' : 'file');

/** Goes as a picture or not at all. HEIC isn't shown by browsers, and some vendors take it. */
export const isPicture = ({ kind, mime }: { kind: AttachmentKind; mime: string }): boolean =>
  kind === 'image' || /^image\/hei[cf]$/.test(mime);

/** Browsers don't know the type of most source files, which only text makes readable, and of Apple's pictures. */
export const mimeOf = (file: { type: string; name: string }): string => {
  if (isText(file.type, file.name) && !file.type.startsWith('text/')) return 'text/plain';
  const apple = /\.(hei[cf])$/i.exec(file.name)?.[1];
  return file.type || (apple ? `image/${apple.toLowerCase()}` : 'application/octet-stream');
};

/** Attaches pasted files, and text that is too long for a field. */
export function attachPasted(event: ClipboardEvent, attachments: Attachments): void {
  const pasted = event.clipboardData.getData('text/plain');
  const items = [...event.clipboardData.files];
  // Office programs also put a picture of the text on the clipboard, and file managers the names of the files.
  if (items.length > 0 && (pasted === '' || namesFiles(pasted, items))) {
    event.preventDefault();
    void attachments.add(items);
  } else if (pasted.length > LARGE_PASTE) {
    event.preventDefault();
    void attachments.addText(pasted, pastedName(attachments.list));
  }
}

/** What a file manager puts on the clipboard beside files: their names, paths or addresses, one per line. */
export function namesFiles(text: string, files: readonly { name: string }[]): boolean {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return (
    lines.length === files.length &&
    files.every(({ name }) => name !== '' && lines.some((line) => isNamed(line.trim(), name)))
  );
}

function isNamed(line: string, name: string): boolean {
  const last = (URL.parse(line)?.protocol === 'file:' ? decoded(line) : line).split(/[/\\]/).at(-1) ?? '';
  // Apple's file systems may take letters apart.
  return last.normalize() === name.normalize();
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** `pasted-2.txt`, to distinguish two pastes. */
export function pastedName(taken: readonly { name: string }[]): string {
  const names = new Set(taken.map((one) => one.name));
  for (let at = 1; ; at += 1) {
    const name = at === 1 ? 'pasted.txt' : `pasted-${at}.txt`;
    if (!names.has(name)) return name;
  }
}
