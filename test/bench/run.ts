import { SEAT_NAMES, seatTarget } from '../vendors/practice-lab.ts';
import { benchAcceptance } from './acceptance.ts';
import { loadBaton } from './baton.ts';
import { benchCompile } from './compile.ts';
import { installPeers } from './install-peers.ts';
import type { Library } from './library.ts';
import { loadAiSdk } from './peer-ai-sdk.ts';
import { loadPi } from './peer-pi.ts';
import { print } from './print.ts';
import { benchSpeed } from './speed.ts';

const protocols = new Map(SEAT_NAMES.map((name) => seatTarget(name).model).map(({ id, protocol }) => [id, protocol]));

/** The protocol of each model in a history; the libraries store it with each message. */
const libraries: Library[] = [await loadBaton()];
const missing = await installPeers();
if (missing === null) libraries.push(await loadPi(protocols), ...(await loadAiSdk(protocols)));
else print(`The libraries to compare with could not be installed (${missing}); only Baton is measured.`);

await benchAcceptance(libraries, ['Claude, manual', 'Claude, adaptive', 'Claude, bound signatures', 'GPT', 'Gemini 3']);
await benchSpeed(libraries, {
  'Claude, adaptive': seatTarget('Claude, adaptive'),
  GPT: seatTarget('GPT'),
  'Gemini 3': seatTarget('Gemini 3'),
});
await benchCompile();
