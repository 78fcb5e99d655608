import { Server } from 'node:net';

/**
 * Loaded before a server that would listen on every address of this machine: makes it listen on the loopback address
 * only, and prints the port.
 */
const listen = Server.prototype.listen;
Server.prototype.listen = function (this: Server, ...args: unknown[]) {
  const ready = args.find((one) => typeof one === 'function') as (() => void) | undefined;
  this.once('listening', () => process.stdout.write(`PORT ${(this.address() as { port: number }).port}\n`));
  return listen.call(this, { port: 0, host: '127.0.0.1' }, ready);
} as typeof listen;
