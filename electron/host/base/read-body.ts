import { z } from 'zod';
import { HostError } from './problem.ts';

/** Enough for every call except those to a vendor. */
const JSON_LIMIT = 64 * 1024;

export function requireJson(request: Request): void {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new HostError('unsupported_media_type');
}

/** Reads the full body of a request or an answer. Throws `payload_too_large` as soon as the limit is exceeded. */
export async function readBytes(
  request: Pick<Request | Response, 'headers' | 'body'>,
  limit = JSON_LIMIT,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new HostError('payload_too_large', `At most ${limit} bytes are taken.`);
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  // Leaving the loop early cancels the body.
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > limit) throw tooLarge();
    chunks.push(chunk);
  }
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** Parses a JSON body. Errors name the place but never the value, which may be a secret. */
export async function readJson<T>(request: Request, schema: z.core.$ZodType<T>, limit = JSON_LIMIT): Promise<T> {
  requireJson(request);
  const text = new TextDecoder().decode(await readBytes(request, limit));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HostError('bad_request', 'The body is not JSON.');
  }
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  throw new HostError('bad_request', places.join('; '));
}
