import { extname } from 'node:path';

const MAX_NAME = 120;
/** Names of devices, with any extension (learn.microsoft.com, "Naming Files, Paths, and Namespaces", read 2026-11). */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/**
 * The name to propose for a file that the page saves. A name may come from a model or a server: it stays one name in one
 * folder, on every system, and its end is where it is seen.
 */
export function savedName(text: string): string {
  const plain = text
    // Separators and what Windows refuses; controls, and marks that turn the order of letters around.
    .replaceAll(/[/\\:*?"<>|]/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[.\s~]+|[.\s]+$/g, '');
  const end = /^\.[\w-]{1,12}$/.test(extname(plain)) ? extname(plain) : '';
  const stem = plain.slice(0, plain.length - end.length);
  const letters = Array.from(new Intl.Segmenter().segment(stem), ({ segment }) => segment);
  const short = letters.slice(0, MAX_NAME).join('').trim();
  const name = `${short === '' ? 'Baton' : short}${end}`;
  return DEVICE.test(name) ? `_${name}` : name;
}
