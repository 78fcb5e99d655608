import { StringDecoder } from 'node:string_decoder';
import { createTextDecoder } from '#documents/base/text-decoder.ts';

export interface OutputDecoder {
  write(chunk: Buffer): string;
  end(): string;
}

const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];
/** Longer lines are decoded in pieces. */
const MAX_LINE = 64 * 1024;

/** By script. */
const CODE_PAGES: Readonly<Record<string, string>> = {
  Kore: 'euc-kr',
  Jpan: 'shift_jis',
  Hans: 'gb18030',
  Hant: 'big5',
};

/** The encoding in which the own commands of Windows print into a pipe; `null` where that is UTF-8 or can't be decoded. */
export function codePageOf(platform: string, locale = Intl.DateTimeFormat().resolvedOptions().locale): string | null {
  const { script = '' } = new Intl.Locale(locale).maximize();
  return platform === 'win32' ? (CODE_PAGES[script] ?? null) : null;
}

/** Decodes UTF-8 and, with a code page, each line that isn't UTF-8: a command line may run programs of both kinds. */
export function createOutputDecoder(codePage: string | null): OutputDecoder {
  if (codePage === null) return new StringDecoder('utf8');
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const other = createTextDecoder(codePage);
  let held: Buffer = Buffer.alloc(0);

  function decode(bytes: Uint8Array): string {
    try {
      return utf8.decode(bytes);
    } catch {
      return other.decode(bytes);
    }
  }

  function decodeLines(bytes: Buffer): string {
    let text = '';
    for (let from = 0; from < bytes.length;) {
      const end = bytes.indexOf(LINE_FEED, from) + 1 || bytes.length;
      text += decode(bytes.subarray(from, end));
      from = end;
    }
    return text;
  }

  return {
    write(chunk) {
      const bytes = Buffer.concat([held, chunk]);
      // What is left of a line could end within a character, unless it is ASCII.
      const end = Math.max(bytes.lastIndexOf(LINE_FEED), bytes.lastIndexOf(CARRIAGE_RETURN)) + 1;
      const rest = bytes.subarray(end);
      const isWhole = rest.length > MAX_LINE || rest.every((byte) => byte < 0x80);
      held = isWhole ? Buffer.alloc(0) : rest;
      return decodeLines(isWhole ? bytes : bytes.subarray(0, end));
    },
    end: () => decodeLines(held),
  };
}
