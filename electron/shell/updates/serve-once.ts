import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** Serves one file on this computer, under a name of 128 random bits, as Squirrel.Mac asks for it. */
export async function serveOnce(path: string): Promise<{ url: string; close: () => Promise<void> }> {
  const secret = randomBytes(16).toString('hex');
  const { size } = await stat(path);
  let origin = '';
  const server = createServer((request, response) => {
    const isLocal = request.headers.host === origin.slice('http://'.length);
    if (isLocal && request.url === `/${secret}`)
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ url: `${origin}/${secret}.zip` }));
    else if (isLocal && request.url === `/${secret}.zip`) {
      response.writeHead(200, { 'content-type': 'application/zip', 'content-length': size });
      pipeline(createReadStream(path), response).catch(() => response.destroy());
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
