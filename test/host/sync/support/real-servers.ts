import crypto from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { v2 as webdav } from 'webdav-server';
import { isSignedBy } from './aws-signature.ts';

export interface RealServer {
  /** URL of the folder or bucket, as a user would enter it. */
  url: string;
  port: number;
  /** Where its files are on this disk. */
  directory: string;
  close(): Promise<void>;
}

export const USER = 'ada';
export const PASSWORD = 'pass word';

/** A WebDAV server that stores its files on disk. */
export async function startWebdav(kind: 'basic' | 'digest'): Promise<RealServer> {
  const directory = mkdtempSync(join(tmpdir(), 'baton-webdav-'));
  mkdirSync(join(directory, 'my files'));
  const users = new webdav.SimpleUserManager();
  const user = users.addUser(USER, PASSWORD, false);
  const rights = new webdav.SimplePathPrivilegeManager();
  rights.setRights(user, '/', ['all']);
  const server = new webdav.WebDAVServer({
    hostname: '127.0.0.1',
    port: 0,
    requireAuthentification: true,
    httpAuthentication:
      kind === 'basic'
        ? new webdav.HTTPBasicAuthentication(users, 'test')
        : new webdav.HTTPDigestAuthentication(users, 'test'),
    privilegeManager: rights,
    rootFileSystem: new webdav.PhysicalFileSystem(directory),
  });
  const http = await server.startAsync(0);
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/my%20files`,
    port,
    directory: join(directory, 'my files'),
    async close() {
      http.closeAllConnections();
      await server.stopAsync();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export const ACCESS_KEY = 'S3RVER';
export const SECRET_KEY = 'S3RVER';
export const REGION = 'eu-test-1';

/** The server encrypts its page markers with DES, which this Node only supports as triple DES. */
function lendDes(): void {
  const { createCipheriv, createDecipheriv } = crypto;
  const lent =
    <R>(make: (name: string, key: Buffer, ...rest: unknown[]) => R) =>
    (name: string, key: Buffer, ...rest: unknown[]): R =>
      name === 'des' ? make('des-ede3-cbc', Buffer.concat([key, key, key]), ...rest) : make(name, key, ...rest);
  Object.assign(crypto, {
    createCipheriv: lent(createCipheriv as Parameters<typeof lent>[0]),
    createDecipheriv: lent(createDecipheriv as Parameters<typeof lent>[0]),
  });
  syncBuiltinESMExports();
}
lendDes();

/**
 * An S3-compatible server. It doesn't check signatures of version 4 itself, so they are checked in front of it,
 * following the published rules.
 */
export async function startS3(): Promise<RealServer> {
  const directory = mkdtempSync(join(tmpdir(), 'baton-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'my-bucket', configs: [] }],
  });
  const inner = await server.run();
  const front = createServer((request, response) => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (value !== undefined) headers.set(name, String(value));
    if (!isSignedBy({ method: request.method ?? '', url: request.url ?? '', headers }, SECRET_KEY)) {
      response.writeHead(403, { 'content-type': 'application/xml' });
      response.end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
      return;
    }
    pass(request, inner.port, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/my-bucket`,
    port,
    directory: join(directory, 'my-bucket'),
    async close() {
      front.closeAllConnections();
      front.close();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function pass(request: IncomingMessage, port: number, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name)) headers.set(name, value);
  const { method = 'GET' } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const answer = await fetch(`http://127.0.0.1:${port}${request.url}`, {
    method,
    headers,
    ...(hasBody && { body: Buffer.concat(chunks) }),
  });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}
