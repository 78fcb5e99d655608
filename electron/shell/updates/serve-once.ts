import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { ReleaseFile } from '#contract/updates.ts';

type Served = Pick<ReleaseFile, 'sha512' | 'size'>;

/** The file up to its last byte, which follows once all of it is what it must be. Throws otherwise. */
async function* readChecked(path: string, { size, sha512 }: Served): AsyncGenerator<Buffer> {
  const hash = createHash('sha512');
  let last: Buffer = Buffer.alloc(0);
  let sent = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    sent += chunk.length;
    if (sent > size) break;
    yield last;
    yield chunk.subarray(0, -1);
    last = chunk.subarray(-1);
  }
  if (sent !== size || hash.digest('hex') !== sha512) throw new Error('The package was changed.');
  yield last;
}

/**
 * Serves one file on this computer, under a name of 128 random bits, as Squirrel.Mac asks for it. A file that was changed
 * arrives incomplete.
 */
export async function serveOnce(path: string, file: Served): Promise<{ url: string; close: () => Promise<void> }> {
  const secret = randomBytes(16).toString('hex');
  let origin = '';
  const server = createServer((request, response) => {
    const isLocal = request.headers.host === origin.slice('http://'.length);
    if (isLocal && request.url === `/${secret}`)
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ url: `${origin}/${secret}.zip` }));
    else if (isLocal && request.url === `/${secret}.zip`) {
      response.writeHead(200, { 'content-type': 'application/zip', 'content-length': file.size });
      pipeline(readChecked(path, file), response).catch(() => response.destroy());
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/${secret}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
