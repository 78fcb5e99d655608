import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface BreakableProxy {
  port: number;
  /** Cuts connections after this many more bytes in a direction; `null` restores them. */
  cutAfter(bytes: { up?: number; down?: number } | null): void;
  /** Number of connections that were cut. */
  cuts(): number;
  close(): Promise<void>;
}

/** A connection to a server that can break in the middle of anything. */
export async function startProxy(to: number): Promise<BreakableProxy> {
  let left: { up: number; down: number } | null = null;
  let cut = 0;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        open.delete(socket);
        end();
      });
    }
    const carry = (from: Socket, into: Socket, way: 'up' | 'down') =>
      from.on('data', (bytes: Buffer) => {
        if (left === null) {
          into.write(bytes);
          return;
        }
        const may = Math.min(left[way], bytes.length);
        left[way] -= may;
        if (may > 0) into.write(bytes.subarray(0, may));
        if (may < bytes.length) {
          cut++;
          end();
        }
      });
    carry(near, far, 'up');
    carry(far, near, 'down');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cutAfter(bytes) {
      left = bytes && { up: Number.POSITIVE_INFINITY, down: Number.POSITIVE_INFINITY, ...bytes };
    },
    cuts: () => cut,
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
