import { keychainOf, openHome } from './support.ts';

/** Turns the encryption of a home on or off, and stays until it is killed. */
const [home = '', wish = 'on'] = process.argv.slice(2);
const host = await openHome(home, keychainOf(0x5a));
await host.encryption.turn(wish === 'on');
process.stdout.write('begun\n');
await host.settled();
setInterval(() => undefined, 1000);
