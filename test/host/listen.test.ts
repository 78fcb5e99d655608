import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { listen, stopListening } from '../../electron/serve/listen.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

it.each(['127.0.0.1', '::1'])(
  'a connection to %s ends with the server, even in the middle of a request',
  async (host) => {
    if (host === '::1' && !hasIpv6) return;
    const server = createServer(() => undefined);
    const port = await listen(server, 0);
    const socket = connect({ host, port });
    const ended = once(socket, 'close');
    socket.on('error', () => undefined).resume();
    socket.write('GET / HTTP/1.1\r\nhost: baton\r\n\r\n');
    await once(server, 'request');
    await stopListening(server, 1);
    await ended;
    expect(socket.destroyed).toBe(true);
  },
);
