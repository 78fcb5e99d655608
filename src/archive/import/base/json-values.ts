import { ArchiveError } from '../../archive-error.ts';
import { JsonError, parseJson, STORED_DEPTH } from '../../parse-json.ts';

export type JsonRead =
  | { ok: true; value: unknown; at: number }
  /** `isCutOff`: the file ends before the value or its list does. */
  | { ok: false; reason: string; at: number; isCutOff?: true };

/** Maximum characters of one value; the longest string that can be parsed isn't much longer. */
const MAX_LENGTH = 256 * 1024 ** 2;

/** Whether a file without values is an empty list, blank, or a web page of another kind. */
export type JsonEnd = 'values' | 'empty-list' | 'blank' | 'nothing' | 'page';

/**
 * Yields the values of a JSON file in any of its forms: the items of one array, one object, or one value per line. One
 * value is in memory at a time. An unreadable value is reported, and reading continues with the next. So is a file that
 * ends too early.
 */
export async function* jsonValues(
  bytes: AsyncIterable<Uint8Array>,
  longest: number = MAX_LENGTH,
): AsyncGenerator<JsonRead, JsonEnd> {
  return yield* scanned(decoded(bytes), longest);
}

export async function* scanned(
  texts: AsyncIterable<string>,
  longest: number = MAX_LENGTH,
): AsyncGenerator<JsonRead, JsonEnd> {
  const scan = createScanner(longest);
  for await (const text of texts) yield* scan.take(text);
  yield* scan.end();
  return scan.found();
}

/** Decodes UTF-8, or UTF-16 if the file has its byte-order mark. */
export async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let start: number[] = [];
  for await (const piece of bytes) {
    let rest = piece;
    if (!decoder) {
      start = [...start, ...piece.subarray(0, 2)];
      if (start.length < 2) continue;
      const [first, second] = start;
      decoder = new TextDecoder(
        first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8',
      );
      rest = Uint8Array.from([...start, ...piece.subarray(2)]);
    }
    yield decoder.decode(rest, { stream: true });
  }
  yield decoder ? decoder.decode() : new TextDecoder().decode(Uint8Array.from(start));
}

interface Scanner {
  take(text: string): Generator<JsonRead>;
  end(): Generator<JsonRead>;
  found(): JsonEnd;
}

function createScanner(longest: number): Scanner {
  let buffer: string[] = [];
  let length = 0;
  let count = 0;
  let started = false;
  let seen = false;
  /** Nesting depth of the values: 1 inside an enclosing array. */
  let base = 0;
  let depth = 0;
  let quoted = false;
  let escaped = false;
  /** Whether something other than values and separators was found. */
  let stray = false;
  /** One value per line: a line that was cut off ends with the line, not with the file. */
  let byLine = false;

  const keep = (text: string) => {
    length += text.length;
    if (length > longest) throw new ArchiveError('too-large', `one value of more than ${longest} characters`);
    buffer.push(text);
  };
  const finish = (): JsonRead => {
    const text = buffer.join('');
    buffer = [];
    length = 0;
    started = false;
    const at = ++count;
    if (at === 1) byLine = base === 0 && !text.includes('\n');
    try {
      return { ok: true, value: parseJson(text, STORED_DEPTH), at };
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      return { ok: false, reason: error.message, at };
    }
  };

  return {
    *take(text) {
      let from = started ? 0 : -1;
      for (let at = 0; at < text.length; at++) {
        const char = text.charCodeAt(at);
        if (char === 0x0a && byLine && started) {
          [depth, quoted, escaped] = [0, false, false];
        } else if (quoted) {
          if (escaped) escaped = false;
          else if (char === 0x5c) escaped = true;
          else if (char === 0x22) quoted = false;
          if (quoted || depth !== base) continue;
        } else if (char === 0x22) {
          quoted = true;
          if (!started) [started, from] = [true, at];
          continue;
        } else if (char === 0x7b || char === 0x5b) {
          const around = !seen && char === 0x5b;
          seen = true;
          depth++;
          if (around) base = 1;
          else if (!started) [started, from] = [true, at];
          continue;
        } else if (char === 0x7d || char === 0x5d) {
          if (depth > 0) depth--;
          if (depth < base) base = 0;
          if (!started || depth !== base) continue;
        } else {
          if (!started && char !== 0x2c && char > 0x20 && char !== 0xfeff) stray = true;
          continue;
        }
        keep(text.slice(from, at + 1));
        yield finish();
        from = -1;
      }
      if (started) keep(text.slice(Math.max(from, 0)));
    },
    *end() {
      if (started || depth > 0)
        yield { ok: false, reason: 'the file ends in the middle', at: ++count, ...(!stray && { isCutOff: true }) };
    },
    found: () => (count > 0 ? 'values' : stray ? 'nothing' : seen ? 'empty-list' : 'blank'),
  };
}
