import { isObject } from '#core/json.ts';

function read(line: string): Record<string, unknown> {
  const value: unknown = JSON.parse(line);
  if (!isObject(value)) throw new SyntaxError('a line that is not an object');
  return value;
}

/** Reads a body of JSON objects, one a line. The last one may lack its line break. */
export async function* jsonLines(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Record<string, unknown>, void, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const lines = (rest + decoder.decode(next.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') yield read(line);
    }
    rest += decoder.decode();
    if (rest.trim() !== '') yield read(rest);
  } finally {
    // A reader that stops early, or a line that can't be read, ends the request.
    await reader.cancel().catch(() => undefined);
  }
}
