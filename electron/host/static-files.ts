import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { mimeOf } from './base/mime.ts';
import { HostError, problemResponse } from './base/problem.ts';

/** Vite puts a content hash into every name in this folder. */
const HASHED = /^\/assets\/[^/]+-[\w-]{8,}\.\w+$/;
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
const HOSTILE = /[\\\u0000-\u001f\u007f]|%(?:2f|5c|00|2e)/i;

/**
 * Returns the path below the folder for an address. Throws `bad_request` for an address that no page makes (security.md
 * S26).
 */
function toRelative(pathname: string): string {
  if (HOSTILE.test(pathname)) throw new HostError('bad_request', 'That is not the address of a file.');
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    throw new HostError('bad_request', 'The address is not well-formed.');
  }
  const parts = path.split('/').filter((part) => part !== '');
  if (parts.some((part) => part.startsWith('.') || part.includes(sep) || part.includes('\0')))
    throw new HostError('not_found');
  return parts.length === 0 ? 'index.html' : join(...parts);
}

async function findFile(folder: string, relative: string): Promise<string | null> {
  try {
    const root = await realpath(folder);
    const path = await realpath(join(root, relative));
    if (!path.startsWith(root + sep)) return null;
    return (await stat(path)).isFile() ? path : null;
  } catch {
    return null;
  }
}

interface StaticFilesOptions {
  /** Sends what the build compressed as it is, where the browser asks for it. A scheme of Electron would not unpack it. */
  compressed: boolean;
}

const takesBrotli = (request: Request) => /\bbr\b/.test(request.headers.get('accept-encoding') ?? '');

/** Serves GET and HEAD for the files of the built page. Any other address is 404. */
export function createStaticFiles(
  pageDir: string,
  { compressed }: StaticFilesOptions,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return problemResponse(new HostError('method_not_allowed'), { allow: 'GET, HEAD' });
    const { pathname } = new URL(request.url);
    const relative = toRelative(pathname);
    const file = await findFile(pageDir, relative);
    if (!file)
      throw new HostError(
        'not_found',
        relative === 'index.html' ? 'The page is not built. Run: npm run build' : undefined,
      );
    const hashed = HASHED.test(pathname);
    // A hash names its content, so the compressed file can't be one of another build.
    const packed = hashed && compressed && takesBrotli(request) ? await findFile(pageDir, `${relative}.br`) : null;
    const bytes = await readFile(packed ?? file);
    // Of the content alone: packages may give every build the same times, and its first page the same size.
    const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
    const headers = {
      'content-type': mimeOf(file),
      'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: tag,
      ...(hashed && compressed && { vary: 'accept-encoding' }),
      ...(packed && { 'content-encoding': 'br' }),
    };
    if (request.headers.get('if-none-match') === tag) return new Response(null, { status: 304, headers });
    return new Response(request.method === 'HEAD' ? null : bytes, {
      headers: { ...headers, 'content-length': String(bytes.byteLength) },
    });
  };
}
